"""Word lists of the sentence splitter: what a full stop after a word usually means.

Written by hand from general knowledge of each language's usage, without the final full stop. A
word in lower case stands for `word`, `Word` and `WORD`; one with a capital, or of one letter, for
itself alone. It knows no text and takes no decision: `sentences` does.
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache

__all__ = ["MONTHS", "STARTERS", "Abbreviation", "abbreviations"]


class Abbreviation(IntEnum):
    """What an abbreviation wants next.

    Attributes:
        JOINS: Never ends a sentence where text follows (`Dr.`, `e.g.`).
        NUMBER: Joins a figure or numeral (`pp. 5`); else ends one as `OPEN` does.
        OPEN: Ends a sentence only where the next word is one that starts sentences (`Inc.`).
        WORD: Also an ordinary word; an abbreviation only before a figure (`no. 3`).
    """

    JOINS = 1
    NUMBER = 2
    OPEN = 3
    WORD = 4


_EN_JOINS = """
mr mrs ms mx messrs dr drs prof profs rev revd hon gen lt lieut capt cpt cmdr cdr maj sgt cpl
pvt adm brig gov sen rep reps sens supt insp Pres Det St Ste Mt Ft Pt Fr Col e.g eg i.e ie cf
viz vs v approx ca c circa resp esp incl excl w.r.t a.k.a aka transl hon'ble &c asst
"""

_EN_NUMBER = """
nos nr nrs num fig figs tab tabs pp p secs par pars para paras vol vols ch chs chap chaps cap
caps exs exh exhs eq eqs eqn eqns refs cls regs amends arts sess ep eps pts lib n nn rn fol fols
f ff ll inc. jan feb apr jun jul aug sept sep oct nov dec § §§ ¶ bl art sec stat app wheat how
wall cranch dall
"""

_EN_OPEN = """
inc co corp ltd llc plc cos bros mfg assn ass'n assoc assocs ent enter enters entm't int'l intl
nat'l natl gov't govt dep't dept depts div dist comm'n comm comms comm'r comm'rs univ inst insts
acad dev devs mgmt mgt sys servs serv svc svcs ins indem indus cas sav fed elec elecs eng'g
eng'rs equip fid guar hosp hous invs inv labs mach mkt mktg mun mut pub publ pubs ry soc soc'y
sols techs tel telecomm transp util utils prods prod pharm pharms props rels rehab prob prof'l
pers ctr ctrs cty cnty twp vill bldg blvd ave hwy hts jct pkwy sq apt jr sr esq ph.d m.d b.a m.a
b.s m.s j.d ll.m d.d.s m.b.a d.phil b.sc m.sc r.n c.p.a etc al et seq seqq a.m p.m a.d b.c b.c.e
c.e u.s u.s.a u.k u.n e.u u.s.s.r d.c n.y n.j l.a s.f p.o ala ariz ark calif cal colo conn fla
ga ida ill ind kan kans ky mich minn mont neb nebr nev okla ore penn penna tenn tex vt va wash
wis wisc w.va wyo Mass Miss Me Del Okla Md La Mo Pa supp f.supp f.2d f.3d f.4th so.2d so.3d s.ct
l.ed cir ct cts super ev evid crim civ proc appx app'x rptr cal.rptr n.e.2d n.w.2d s.w.2d s.w.3d
s.e.2d p.2d p.3d a.2d a.3d n.e n.w s.e s.w So bankr b.r cl fed.cl f.r.d u.s.c u.s.c.a c.f.r cong
rec const amend l.rev rev surv stud harv colum reh'g den cert aff'd rev'd mem mot opp op slip
decl dep depo resp't pl pls def defs plf pet petr pet'r add'l admin adm'r atty att'y att'ys
gen'l exec adver advert agric amer auth bhd bldgs broad chem chems comp compen comput condo
cons consol constr cont'l contr contrs coop cred discip discrim distrib econ educ emp emps emp't
env env't envtl est exch exp fam found gtd hum imp imps impt indep info init intell inters jud
juv legis liab litig loc maint metro mfr mfrs mortg nav org petrol phila photo pol'y priv prot
psych psychol refrig reg reins sci ship shipp'g subcomm sur surety taxn tchr tchrs treas tri
trib turb unif wkly wkrs wm chas geo jas jos thos robt edw benj op.cit loc.cit ibid vet pen dec
ann ad globe pitt nw trans lab mag lit q.v n.b p.s r.i.p r.s.v.p m.p d.j cit ed eds orig misc
max min avg temp alt abs ref nat fin prop res rest ex sing publ'g publ'ns cert.denied tit subd
subds disc br rel Am act pts stan sup eng leg hist illus
"""

_EN_WORD = "no art fig sec cap mar may reg pt par gal masc fem adv adj ser in"

_DE_JOINS = """
hr hrn frl dipl dipl.-ing ing med bzw bspw bsp z.b u.a d.h i.d.r zb vgl sog sogen ggf evtl inkl
exkl einschl zzgl gem ehem geb gest angebl eigtl urspr bes insb insbes allg verh verw entspr i.v
i.a i.s.d i.v.m u.u z.t z.zt o.g a.a.o z.hd m.e m.w n.chr v.chr St Hl Frhr kath ev evang lt kgl
usf.
"""
_DE_NUMBER = (
    "abb bd bde kap abs nrn anm rdnr rz ziff buchst hs halbs jg hrsg s tz januar jän dez okt"
)
_DE_OPEN = """
usw usf u.s.w u.s.f g.m.b.h m.b.h e.v mio mrd tsd std sek mon jh jhd jahrh str tel fax inc zt
bundesl abt allg ztr a.d a.m o.ä u.ä u.dgl dgl
"""

_FR_JOINS = """
mm mlle mlles mme mmes mgr Me pr par.ex p.ex c.-à-d c.à.d env éd réf notamm M av
"""
_FR_NUMBER = "janv févr avr juil déc al alin chap liv tit fasc t"
_FR_OPEN = "s.a s.a.r.l s.a.s s.n.c cie sté ets bd apr j.-c"

_ES_JOINS = """
sra sras srta srtas dña dn dra dras sres p.ej v.gr Ud Uds Vd Vds excmo excma ilmo ilma Lic Arq
Ing Sto Sta D Da fdo gral dpto prov hno hna mons pbro
"""
_ES_NUMBER = "núm núms nº n.º pág págs pag pags párr párrf apdo aptdo arts inc lám hoja cra cl ext"
_ES_OPEN = "cía ltda hnos vda dto avda ee.uu ee uu aa.vv cc.aa rr.hh s.l s.r.l ff.aa a.c d.c hab"

_IT_JOINS = """
sig sigg sig.ra sig.na dott dott.ssa dott.sa avv avv.ti ing arch prof.ssa Geom Rag On cfr ovv es
ad.es d.ssa S SS gent.mo spett egr mons psicol patr
"""
_IT_NUMBER = """
artt cpv consid lett segg seg sent sez doc prel att cod pag pagg cit lit cifr d.l d.lgs d.leg.vo
d.p.r d.m l.r l cost gazz disp prot fasc n inc incc rep reg cass nn
"""
_IT_OPEN = "ecc etc s.p.a s.n.c s.r.l s.a.s uff cc pen civ proc rif mil"

_PT_JOINS = """
exmo exma exmos Sr Srs Sra Sras Drª Dr(a) ilmo Rel Des Min Eng Enga Prof.ª Profa profª D sto sta
cf
"""
_PT_NUMBER = "fl fls pág págs pg pgs inc incs nº num par dj dje proc ap resp ag tít"
_PT_OPEN = "ltda cia s.a etc av esp"

_NL_JOINS = "bijv bv d.w.z o.a m.b.t t.a.v i.v.m dhr mevr mw drs ds t.o.v o.l.v jhr enz. vgl resp"
_NL_NUMBER = "blz hfst par lid nr"
_NL_OPEN = "enz b.v n.v e.d"

_NORDIC_JOINS = """
d.v.s f.eks fx dvs bl.a m.fl feks m.h.t vedr jf jvf hhv iflg t.ex s.k skt ca eks fr adj prof
"""
_NORDIC_NUMBER = "kl pga kap pkt stk nr afs"
_NORDIC_OPEN = "osv m.m m.v o.s.v mio mia mrd tlf a/s o.l jr e.u"

_SLAVIC_JOINS = """
т.е т.к т.н напр см ср им г-н г-жа гр проф акад доц инж ул пр просп пер пл обл д-р к тов св ген
np m.in tzn tzw prof inż mgr dr.hab ul al św płk im např tzv tj popř resp mudr judr phdr rndr
napr t.j п.п т.д. напр. д р ж.к бул сл
"""
_SLAVIC_NUMBER = "ст стр рис табл гл п пп ч разд № kol pkt poz rozdz str obr s č čl odst tis"
_SLAVIC_OPEN = """
г гг в вв т.д т.п др руб коп тыс млн млрд чел кв н.э и.о р итп itp itd r w zł tys mln mld atd
apod kč mil hod ж д
"""

_LISTS: dict[str, tuple[str, str, str, str]] = {
    "en": (_EN_JOINS, _EN_NUMBER, _EN_OPEN, _EN_WORD),
    "de": (_DE_JOINS, _DE_NUMBER, _DE_OPEN, ""),
    "fr": (_FR_JOINS, _FR_NUMBER, _FR_OPEN, ""),
    "es": (_ES_JOINS, _ES_NUMBER, _ES_OPEN, ""),
    "it": (_IT_JOINS, _IT_NUMBER, _IT_OPEN, ""),
    "pt": (_PT_JOINS, _PT_NUMBER, _PT_OPEN, ""),
    "nl": (_NL_JOINS, _NL_NUMBER, _NL_OPEN, ""),
    "da": (_NORDIC_JOINS, _NORDIC_NUMBER, _NORDIC_OPEN, ""),
    "ru": (_SLAVIC_JOINS, _SLAVIC_NUMBER, _SLAVIC_OPEN, ""),
}
_KIN = {
    **dict.fromkeys(("no", "nb", "nn", "sv", "is", "fi"), "da"),
    **dict.fromkeys(("bg", "uk", "be", "sr", "pl", "cs", "sk", "sl", "hr", "kk", "mk"), "ru"),
    **dict.fromkeys(("ca", "gl"), "es"),
    "ro": "it",
    "af": "nl",
}

_MONTHS = """
januar jänner februar märz april mai juni juli august september oktober november dezember jan
feb mär apr jun jul aug sep sept okt nov dez januari februari marts maj december mars ledna
února března dubna května června července srpna září října listopadu prosince januára februára
marca apríla mája júna júla augusta septembra októbra novembra decembra
"""

MONTHS = frozenset(_MONTHS.split())
"""Names of months, in lower case, where a full stop after a figure makes it an ordinal."""

_STARTERS = """
the a an this that these those he she it they we you i his her its their our your my there here
in on at by for from with without after before when while where why how what who which whose if
although though because since as but and or so yet then thus therefore however moreover
furthermore also additionally nevertheless nonetheless instead meanwhile finally first second
third indeed accordingly consequently hence is was are were do does did has have had can could
will would should may might must not no all any both each every some many most several few one
two three another other such under upon between during through according among once until unless
even only just now today later either neither plaintiff plaintiffs defendant defendants let see
compare to of didn't don't it's he's she's that's there's what's we're they're i'm i've how's
who's yeah yes well okay oh der die das ein eine einer eines dieser diese dieses er sie es wir
ihr ich im am auf bei mit nach vor von zu zur zum für aus als wenn weil da doch aber und oder
auch dann hier dort nur noch schon nicht kein keine alle viele einige während seit durch über
unter ab bis wie wer wo warum welche jeder jede jedes sein seine ihre man le la les l un une des
ce cet cette ces il elle ils elles nous vous je son sa ses leur leurs en dans sur sous par pour
avec sans après avant lors depuis mais et ou donc car si comme quand où qui que quoi ne pas plus
très tous toutes tout toute à au aux du de d cependant ainsi c'est d'après qu'il selon el los
las una unos unas este esta estos estas ese esa esto eso él ella ellos ellas su sus se lo por
para con sin sobre entre desde hasta durante según pero y o u cuando como donde también además
así al del fue era ha hay más muy todo todos toda todas gli uno questo questa questi queste
quello quella egli essi esso essa nel nella nei nelle sul sulla sui dal dalla dai per tra fra di
ma e quando come dove che chi non anche inoltre così però alla ai della dei delle è sono os um
uma uns umas isto isso aquele ele ela eles elas seu sua seus suas na nos nas ao aos às dos em
com sem até mas não também além assim são foi há het een dit dat deze hij zij ze wij op bij met
voor van naar uit om te maar ook dan nu den det han hun vi jeg på af til med ved og men så når
hvis hvad hvor он она оно они мы вы я это этот эта эти в на с к по из за от для о об при но и а
или как так что где когда если не также его её их все
"""

STARTERS = frozenset(_STARTERS.split())
"""Words that often start a sentence: capitalised after an `OPEN` abbreviation, they do."""


@lru_cache(maxsize=64)
def abbreviations(language: str | None = None) -> dict[str, Abbreviation]:
    """What each abbreviation means, by every form in which it is written.

    Args:
        language: BCP 47 primary tag: its words and the English ones, which all languages borrow;
            None or a language without a list takes the union.
    """
    own = _KIN.get(language or "", language or "")
    chosen = ["en", own] if own in _LISTS else list(_LISTS)
    table: dict[str, Abbreviation] = {}
    for kind, column in zip((4, 3, 2, 1), (3, 2, 1, 0), strict=True):
        for key in chosen:
            for word in _LISTS[key][column].split():
                bare = word.rstrip(".") or word
                exact = bare != bare.lower() or len(bare) == 1
                forms = (bare,) if exact else (bare, bare.capitalize(), bare.upper())
                for form in forms:
                    table[form] = Abbreviation(kind)
    return table
