"""Print halden-report-2025.html to the PDF that ships with the package.

Needs weasyprint 70, pikepdf, and the fonts EB Garamond and Carlito.
"""

from io import BytesIO
from pathlib import Path

import pikepdf
import weasyprint

HERE = Path(__file__).parent
TARGET = HERE.parents[1] / "src/pincite/samples/halden-report-2025.pdf"


def main() -> None:
    """Write the PDF, with page labels and without dates or the names of tools."""
    page = HERE / "halden-report-2025.html"
    printed = weasyprint.HTML(filename=str(page)).write_pdf()
    with pikepdf.open(BytesIO(printed)) as pdf:
        pdf.Root.PageLabels = pikepdf.Dictionary(
            Nums=[
                0,
                pikepdf.Dictionary(S=pikepdf.Name.r),
                2,
                pikepdf.Dictionary(S=pikepdf.Name.D, St=1),
            ]
        )
        for key in ("/CreationDate", "/ModDate", "/Creator", "/Producer"):
            if key in pdf.docinfo:
                del pdf.docinfo[key]
        pdf.save(
            TARGET, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate
        )
    print(f"{TARGET.name}: {TARGET.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
