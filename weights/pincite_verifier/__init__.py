"""The files of pincite's verifier: `model.onnx`, `tokenizer.json` and `manifest.json`.

`pincite` reads them where the extra `verifier` is installed; there is nothing to call here.
"""
