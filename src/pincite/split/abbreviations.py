"""Word lists of the sentence splitter: what a full stop after a word usually means.

Written by hand from general knowledge of each language's usage; all in lower case, without the
final full stop. It knows no text and takes no decision: `sentences` does.
"""

from __future__ import annotations

from enum import IntEnum

__all__ = ["STARTERS", "Abbreviation", "abbreviations"]


class Abbreviation(IntEnum):
    """What an abbreviation wants next.

    Attributes:
        JOINS: Never ends a sentence where a letter or figure follows (`Dr.`, `e.g.`).
        NUMBER: Joins a figure or Roman numeral (`No. 5`); before anything else it may end one.
        OPEN: Ends a sentence only where the next word is one that starts sentences (`Inc.`).
        WORD: Also an ordinary word; an abbreviation only before a figure (`art. 5`, `no. 3`).
    """

    JOINS = 1
    NUMBER = 2
    OPEN = 3
    WORD = 4


_JOINS = """
mr mrs ms mx messrs dr drs prof profs rev revd hon gen col lt lieut capt cpt cmdr cdr maj sgt
cpl pvt adm brig gov sen rep reps sens pres supt insp det sr. fr st ste mt ft. pt. e.g eg i.e ie
cf viz vs v approx ca circa c. resp esp incl excl w.r.t a.k.a aka orig transl trans. eds. op loc
cit. ibid. dist no.s hon'ble mlle mlles mme mmes mgr me. pr. sra sras srta srtas dña dn dra dras
drª sr sres d. d.ª fra. fr. excmo excma ilmo ilma prof.ª exmo exma sto sta sig sigg sig.ra dott
dott.ssa avv ing arch prof.ssa on geom rag hr hrn frl dipl dipl.-ing ing. mag bzw bspw bsp z.b
u.a d.h i.d.r zb vgl sog sogen ggf evtl inkl exkl einschl zzgl gem lt. inkl. zw ehem geb gest
angebl eigtl urspr bes insb insbes allg mind max. min. verh verw entspr jew i.v i.a i.s.d i.v.m
u.u z.t z.zt o.g s.o a.a.o z.hd u.z m.e m.w n.chr. v.chr. p.ex p.e par ex par.ex c.-à-d c.à.d
env éd. réf. notamm p.ej p. ej v.gr q.e.p.d ee.uu s.a.r s.m a.e d.c. es. ad.es cfr ovv ecc. cd
c.d p.es п т.е т.к т.н напр см ср им г-н г-жа гр проф акад доц инж ул пр просп пер пл обл р-н
d.v.s f.eks f. eks bl.a ca. kl. dvs m.fl. fx feks m.h.t pga vedr jf jvf hhv iflg tlf bv bijv
d.w.z o.a m.b.t t.a.v dhr mevr mw ir ds t.o.v o.l.v np m.in tzn tzw inż dr.hab ul al. św płk im
např tzv tj popř mudr judr phdr rndr napr t.j
"""

_NUMBER = """
nos nr nrs num núm núms nº n.º n° fig figs figg tab tabs abb pp ss. secs par pars para paras §
vol vols bd bde t. tom ch chs chap chaps cap caps ex exs exh exhs eq eqs eqn eqns ref refs app.
cl cls reg regs amend amends artt aa arts tit tít sess stat. ep eps pt pts lib bl rn rdnr rz
ziff buchst lit nn ll p pag págs pág pags pp. folio fol fols f. ff. para. inc. inciso l.r d.l
d.lgs d.p.r d.m d.p.c.m d.leg.vo d.l.vo l.n c.p.c c.p c.c c.p.p prot r.g r.g.n r.d sent sez t.u.
rn. zs art artic stk kap abs nrn anm §§ lám hoja exp apdo párr ст стр рис табл гл п. пп ч разд №
kol pkt poz rozdz str obr jan feb mar apr jun jul aug sep sept oct nov dec januar märz okt dez
janv févr avr juil déc
"""

_OPEN = """
inc co corp ltd llc. llp. plc cos bros mfg assn ass'n assoc assocs ent enter enters entm't int'l
intl nat'l natl gov't govt dep't dept depts div dist. comm'n comm comms comm'r comm'rs bd. univ
inst insts acad dev devs mgmt mgt sys servs serv svc svcs ins indem indus ind cas sur sav fin
fed elec elecs eng'g eng'rs equip fid gen. grp guar hosp hous invs inv lab labs mach mkt mktg
mun mut pub publ pubs ry ry. rr sch schs sec'y sec. soc soc'y sols tech techs tel telecomm
transp tr. util utils prods prod pharm pharms props prop res. rest rels rehab publ'g prob prof'l
pers ptnrs ctr ctrs cty cnty twp vill bldg blvd ave rd. hwy hts jct pkwy pl. sq ste. apt jr sr.
esq ph.d ph.d.s m.d m.d.s b.a m.a b.s m.s j.d ll.m d.d.s m.b.a d.phil b.sc m.sc r.n cpa. c.p.a
etc al et.al et seq seqq seq. ff a.m p.m am. pm. a.d b.c b.c.e c.e ce. bce. u.s u.s.a u.k u.n
e.u u.s.s.r d.c n.y n.j l.a s.f p.o ala ariz ark cal calif colo conn del fla ga ida ill ind. kan
kans ky la. md mich minn miss. mo mont neb nebr nev okla ore. penn penna pa r.i s.c s.d n.c n.d
n.h n.m tenn tex vt va wash. wis wisc w.va wyo app supp f.supp f.2d f.3d f.4th so.2d so.3d s.ct
l.ed l.ed.2d cir ct cts supr super chanc ev evid crim civ proc appx. fed.appx rptr cal.rptr
n.e.2d n.w.2d s.w.2d s.w.3d s.e.2d p.2d p.3d a.2d a.3d n.e n.w s.e s.w so. bankr b.r cl.ct
fed.cl f.r.d u.s.c u.s.c.a c.f.r cong. rec stat const amend. art. l. rev l.rev j. q. surv stud
yale harv colum cornell stan geo nw econ. int'l. j.l bull reh'g den cert aff'd rev'd mem mot opp
op. slip decl dep depo tr stip resp't resps pls def defs def's plf pet petr pet'r resp. app'x
add'l admin adm'r adm'x atty att'y att'ys gen'l exec ex'r dir dirs adver advert agric alt am
amer auth auto ave. bhd bldgs broad cent chem chems coal coll com comp compen comput condo cons
consol constr cont'l contr contrs coop cred def. det. discip discrim distrib distribs dr. econ
educ educ. emp emps emp't env env't envtl est exch exp. fam found ft. guard hum imp imps impt
indep info init intell inters jud juv legis liab litig loc. lt. maint med mem. metro mfr mfrs
mortg mun. nav org pac petrol phila photo pol'y priv prot. psych psychol rd ref. refrig reg.
reins res ret rev. s. sci sec savs ship shipp'g stat. steel subcomm surety sw taxn tchr tchrs
town. treas tri trib turb unif w wkly wkrs wm chas geo. jas jos thos robt edw alex benj usw usf
u.s.w u.s.f s.a s.l s.r.l s.p.a s.p.r.l s.a.r.l s.n.c s.a.s s.c.a g.m.b.h m.b.h e.v kg. ag. ecc
etc. cía cia. ltda hnos vda dto. avda pza c/. uds vds ud vd aa.vv cc.aa rr.hh ee.uu. ff.aa n.chr
v.chr n.chr. uhr. mio mrd tsd std min sek mon jh jhd jahrh str. straße. fax jr. ud. p.d p.s n.b
q.v r.s.v.p c.v v.o i.q b.v n.v a.g l.l.c l.l.p l.p г гг в вв т.д т.п т.п. др пр. руб коп тыс
млн млрд чел кв н.э и.о m.v o.s.v osv mio. mia kr. ca.. jr.. e.kr f.kr enz e.d nl m.n itp itd r.
w. zł tys mln mld atd apod kč mil mld. hod cc dd dc
"""

_WORD = """
no art fig sec cap sat sun mar may in est reg mass miss wash ore in. ex cit ill par ed eds trans
ser del a pt pass tab lit abs men arts cong cent gal col dem pop sing pl masc fem adv adj syn
ant max min avg temp alt misc orig
"""

_LANGUAGE: dict[str, dict[str, Abbreviation]] = {}

_STARTERS = """
the a an this that these those he she it they we you i his her its their our your my there here
in on at by for from with without after before when while where why how what who which whose if
although though because since as but and or so yet then thus therefore however moreover
furthermore also additionally nevertheless nonetheless instead meanwhile finally first second
third indeed accordingly consequently hence is was are were do does did has have had can could
will would should may might must not no all any both each every some many most several few one
two three another other such under upon between during through according among once until unless
even only just now today later either neither plaintiff plaintiffs defendant defendants let see
compare to of der die das ein eine einer eines dieser diese dieses er sie es wir ihr ich im am
auf bei mit nach vor von zu zur zum für aus als wenn weil da doch aber und oder auch dann hier
dort nur noch schon nicht kein keine alle viele einige während seit durch über unter ab bis wie
wer wo warum welche jeder jede jedes sein seine ihre man le la les l un une des ce cet cette ces
il elle ils elles nous vous je son sa ses leur leurs en dans sur sous par pour avec sans après
avant lors depuis mais et ou donc car si comme quand où qui que quoi ne pas plus très tous
toutes tout toute à au aux du de d c' cependant ainsi el los las una unos unas este esta estos
estas ese esa esto eso él ella ellos ellas su sus se lo por para con sin sobre entre desde hasta
durante según pero y o u cuando como donde también además así al del fue era ha hay más muy todo
todos toda todas gli uno questo questa questi queste quello quella egli essi esso essa nel nella
nei nelle sul sulla sui dal dalla dai per tra fra di ma e quando come dove che chi non anche
inoltre così però alla ai della dei delle è sono os um uma uns umas isto isso aquele ele ela
eles elas seu sua seus suas na nos nas ao aos às dos em com sem até mas não também além assim é
são foi há het een dit dat deze hij zij ze wij op bij met voor van naar uit om te maar ook dan
nu den det han hun vi jeg på af til med ved og men så når hvis он она оно они мы вы я это этот
эта эти в на с к по из за от для о об при но и а или как так что где когда если не также его её
их все
"""

STARTERS = frozenset(_STARTERS.split())
"""Words that often start a sentence: capitalised after an `OPEN` abbreviation, they do."""


def abbreviations(language: str | None = None) -> dict[str, Abbreviation]:
    """The abbreviations of a language, or of all of them.

    Args:
        language: BCP 47 primary tag; None takes the union.
    """
    key = language or ""
    if key not in _LANGUAGE:
        table: dict[str, Abbreviation] = {}
        for words, kind in (
            (_OPEN, Abbreviation.OPEN),
            (_NUMBER, Abbreviation.NUMBER),
            (_WORD, Abbreviation.WORD),
            (_JOINS, Abbreviation.JOINS),
        ):
            for word in words.split():
                table[word.rstrip(".")] = kind
        _LANGUAGE[key] = table
    return _LANGUAGE[key]
