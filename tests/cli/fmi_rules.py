# SPDX-License-Identifier: MIT
"""What the standards FMI 2.0.4 and 3.0.1 ask of modelDescription.xml and of the archive, as far as units
of `bielle fmu` have it: broken(archive, version) lists what is not so."""
import re
import xml.etree.ElementTree as ET
import zipfile

NUMBER = re.compile(r"-?\d+(\.\d+)?([eE][-+]?\d+)?$")
# ---- by version: the order of elements, and what each must and may have
ROOT_ORDER = ["ModelExchange", "CoSimulation", "UnitDefinitions", "DefaultExperiment", "ModelVariables",
              "ModelStructure"]
TOKEN = {2: "guid", 3: "instantiationToken"}
ROOT_MAY = {2: {"numberOfEventIndicators"}, 3: set()}
CAN = {2: {"canGetAndSetFMUstate", "canSerializeFMUstate", "providesDirectionalDerivative"},
       3: {"canGetAndSetFMUState", "canSerializeFMUState", "providesDirectionalDerivatives"}}
STRUCTURE = {2: ["Outputs", "Derivatives", "InitialUnknowns"],
             3: ["Output", "ContinuousStateDerivative", "InitialUnknown", "EventIndicator"]}
BASE_UNITS = {"kg", "m", "s", "A", "K", "mol", "cd", "rad"}
# ---- FMI 2.0.4, 2.2.7, and 3.0.1, 2.4.7.4: by causality and variability what `initial` may be; of both
# versions what is the same in them. None: there is no such attribute.
FREE = {"exact", "approx", "calculated"}
INITIAL = {("parameter", "fixed"): {"exact"}, ("parameter", "tunable"): {"exact"},
           ("calculatedParameter", "fixed"): {"approx", "calculated"},
           ("calculatedParameter", "tunable"): {"approx", "calculated"},
           ("input", "discrete"): {None}, ("input", "continuous"): {None},
           ("output", "constant"): {"exact"}, ("output", "discrete"): FREE, ("output", "continuous"): FREE,
           ("local", "constant"): {"exact"}, ("local", "fixed"): {"approx", "calculated"},
           ("local", "tunable"): {"approx", "calculated"}, ("local", "discrete"): FREE,
           ("local", "continuous"): FREE, ("independent", "continuous"): {None}}


class Rules:
    def __init__(self, archive, version):
        self.version, self.broken = version, []
        with zipfile.ZipFile(archive) as zipped:
            self.names = zipped.namelist()
            self.root = ET.fromstring(zipped.read("modelDescription.xml"))
            self.build = None
            if "sources/buildDescription.xml" in self.names:
                self.build = ET.fromstring(zipped.read("sources/buildDescription.xml"))

    def want(self, holds, what):
        if not holds:
            self.broken.append(what)

    def attributes(self, element, must, may=()):
        got = set(element.attrib)
        self.want(set(must) <= got, f"<{element.tag}> lacks {sorted(set(must) - got)}")
        self.want(got <= set(must) | set(may), f"<{element.tag}> has {sorted(got - set(must) - set(may))}")
        for name, value in element.attrib.items():
            self.want(not re.search("[\r\n\t]", value), f"{name} of <{element.tag}> is not one line")

    def number(self, element, name):
        value = element.get(name)
        self.want(value is None or NUMBER.match(value), f"{name}='{value}' of <{element.tag}> is not a number")
        return float(value) if value is not None and NUMBER.match(value) else None

    # ---- the whole

    def heads(self):
        root = self.root
        self.want(root.tag == "fmiModelDescription", "the root is another")
        self.attributes(root, {"fmiVersion", "modelName", TOKEN[self.version]},
                        {"description", "generationTool", "variableNamingConvention"} | ROOT_MAY[self.version])
        self.want(root.get("fmiVersion") == f"{self.version}.0", "fmiVersion is another")
        self.want(root.get("modelName") and root.get(TOKEN[self.version]), "a name or token is empty")
        self.want(root.get("variableNamingConvention", "flat") == "flat", "names are not flat")
        self.want([e.tag for e in root] == ROOT_ORDER, f"elements are {[e.tag for e in root]}")
        for tag in ("ModelExchange", "CoSimulation"):
            element = root.find(tag)
            self.attributes(element, {"modelIdentifier"},
                            CAN[self.version] | {"canHandleVariableCommunicationStepSize"})
            self.want(re.match(r"[A-Za-z_]\w*$", element.get("modelIdentifier")), f"{tag}: no name of C")
            self.want(all(v in ("true", "false") for k, v in element.attrib.items()
                          if k != "modelIdentifier"), f"{tag}: a flag is neither true nor false")
        self.want("canHandleVariableCommunicationStepSize" not in root.find("ModelExchange").attrib,
                  "model exchange knows communication steps")
        times = root.find("DefaultExperiment")
        self.attributes(times, (), {"startTime", "stopTime", "tolerance", "stepSize"})
        begin, end = self.number(times, "startTime"), self.number(times, "stopTime")
        self.want(end is None or end > (begin or 0), "stopTime is not behind startTime")
        for name in ("tolerance", "stepSize"):
            value = self.number(times, name)
            self.want(value is None or value > 0, f"{name} is not above 0")

    def files(self):
        identifier = self.root.find("ModelExchange").get("modelIdentifier")
        platforms = r"(win32|win64|linux32|linux64|darwin64|\w+-linux)" if self.version == 2 else \
            r"(aarch32|aarch64|x86|x86_64|riscv32|riscv64|ppc32|ppc64)-(linux|windows|darwin)"
        allowed = re.compile(rf"modelDescription\.xml$|sources/.|documentation/.|resources/.|"
                             rf"binaries/{platforms}/{identifier}\.so$")
        self.want(len(set(self.names)) == len(self.names), "a file is there twice")
        for name in self.names:
            self.want(allowed.match(name), f"the file {name} has no place")
        if self.version == 2:
            listed = {e.get("name") for tag in ("ModelExchange", "CoSimulation")
                      for e in self.root.findall(f"{tag}/SourceFiles/File")}
        else:
            self.want(self.build is not None, "sources without buildDescription.xml")
            self.attributes(self.build, {"fmiVersion"})
            built = self.build.findall("BuildConfiguration")
            self.want([e.get("modelIdentifier") for e in built] == [identifier], "another thing is built")
            listed = {e.get("name") for e in self.build.iter("SourceFile")} | {"buildDescription.xml"}
        there = {name[len("sources/"):] for name in self.names if name.startswith("sources/")}
        self.want(listed == there, f"sources are {there}, listed {listed}")

    def units(self):
        names = [e.get("name") for e in self.root.findall("UnitDefinitions/Unit")]
        self.want(names and len(set(names)) == len(names), "units are missing, or twice")
        for element in self.root.findall("UnitDefinitions/Unit"):
            base = element.find("BaseUnit")
            self.attributes(element, {"name"})
            self.want(base is not None, f"the unit {element.get('name')} is not made of base units")
            if base is None:
                continue
            self.attributes(base, (), BASE_UNITS | {"factor", "offset"})
            self.want(all(re.match(r"-?\d+$", base.get(b)) for b in BASE_UNITS & set(base.attrib)),
                      f"exponents of {element.get('name')}")
        return names

    # ---- variables

    def inner(self, element):
        """Where unit, start and derivative are."""
        if self.version == 3:
            return element
        self.want([e.tag for e in element] == ["Real"], f"{element.get('name')} is not one Real")
        return element.find("Real")

    def variable(self, element, units, place):
        real, name = self.inner(element), element.get("name")
        own, values = {"name", "valueReference", "causality", "variability"}, {"unit", "start", "derivative",
                                                                             "reinit"}
        may = {"description", "initial"}
        self.want(element.tag == ("ScalarVariable" if self.version == 2 else "Float64"), f"{name}: its tag")
        self.attributes(element, own, may | values if self.version == 3 else may)
        if self.version == 2:
            self.attributes(real, (), values)
        kind = (element.get("causality"), element.get("variability"))
        initial, start = element.get("initial"), self.number(real, "start")
        self.want(initial in INITIAL.get(kind, ()), f"{name}: {kind} with initial={initial}")
        has_start = initial in ("exact", "approx") or kind[0] in ("input", "parameter")
        self.want((start is not None) == has_start, f"{name}: {kind}, {initial} with start={start}")
        self.want(real.get("unit") is None or real.get("unit") in units, f"{name}: its unit is not defined")
        if real.get("derivative") is not None:
            self.want(kind[1] == "continuous" and kind[0] in ("local", "output"), f"{name}: {kind} of a rate")
            state = self.by_reference.get(real.get("derivative")) if self.version == 3 else \
                self.variables[int(real.get("derivative")) - 1]
            self.want(state is not None and state is not element, f"{name} is the rate of nothing")
            self.want(state.get("variability") == "continuous" and
                      state.get("causality") in ("local", "output"), f"{name} is not the rate of a state")
            self.states.append(state)
            self.rate_of(element, state)
        self.want(real.get("reinit") in (None, "true", "false"), f"{name}: reinit")
        if self.version == 2:
            self.want(element.get("valueReference").isdigit() and place >= 1, f"{name}: its reference")

    def powers(self, element):
        base = self.root.find(f"UnitDefinitions/Unit[@name='{self.inner(element).get('unit')}']/BaseUnit")
        return {} if base is None else {b: int(base.get(b)) for b in BASE_UNITS if b in base.attrib}

    def rate_of(self, rate, state):
        """[rate] = [state]/s."""
        if self.inner(state).get("unit"):
            wanted = self.powers(state)
            wanted["s"] = wanted.get("s", 0) - 1
            self.want({b: p for b, p in wanted.items() if p} == self.powers(rate),
                      f"{rate.get('name')}: its unit is not that of {state.get('name')} over s")

    def all_variables(self):
        self.variables = list(self.root.find("ModelVariables"))
        self.by_reference = {e.get("valueReference"): e for e in self.variables}
        self.states = []
        units, names = self.units(), [e.get("name") for e in self.variables]
        self.want(len(set(names)) == len(names) and all(names), "names are not unique")
        self.want(len(self.by_reference) == len(self.variables), "references are not unique")
        for place, element in enumerate(self.variables, 1):
            self.variable(element, units, place)
        self.want(len(set(map(id, self.states))) == len(self.states), "a state has two rates")
        for element in self.variables:
            has_reinit = self.inner(element).get("reinit") is not None
            self.want(not has_reinit or any(element is s for s in self.states),
                      f"{element.get('name')}: reinit of what is no state")
        clocks = [e for e in self.variables if e.get("causality") == "independent"]
        self.want(len(clocks) == 1 and self.inner(clocks[0]).get("unit") == "s", "there is not one time")

    # ---- structure

    def listed(self, element):
        """Of a list of FMI 2, or of all elements of a name of FMI 3, the variables."""
        if self.version == 2:
            group = self.root.find(f"ModelStructure/{element}")
            self.want(group is None or len(group) > 0, f"<{element}> is empty")
            for e in group if group is not None else ():
                self.attributes(e, {"index"}, {"dependencies", "dependenciesKind"})
            return [self.variables[int(e.get("index")) - 1] for e in (group if group is not None else ())]
        found = self.root.findall(f"ModelStructure/{element}")
        for e in found:
            self.attributes(e, {"valueReference"}, {"dependencies", "dependenciesKind"})
        return [self.by_reference[e.get("valueReference")] for e in found]

    def structure(self):
        order = STRUCTURE[self.version]
        tags = [e.tag for e in self.root.find("ModelStructure")]
        self.want(tags == sorted(tags, key=order.index), f"the order of the structure is {tags}")
        rates = [e for e in self.variables if self.inner(e).get("derivative") is not None]
        outputs = [e for e in self.variables if e.get("causality") == "output"]
        unknowns = [e for e in self.variables if e.get("initial") in ("approx", "calculated") and
                    (e in outputs or e in rates or e in self.states)
                    or e.get("causality") == "calculatedParameter"]
        for element, wanted in zip(order, (outputs, rates, unknowns)):
            got = [e.get("name") for e in self.listed(element)]
            self.want(got == [e.get("name") for e in wanted], f"{element} is {got}")
        if self.version == 2:
            self.want(self.root.get("numberOfEventIndicators", "0").isdigit(), "numberOfEventIndicators")
        else:
            for e in self.listed("EventIndicator"):
                self.want(e.get("variability") == "continuous" and e.get("causality") in ("local", "output"),
                          f"{e.get('name')} cannot be an event indicator")


def broken(archive, version):
    rules = Rules(archive, version)
    rules.heads()
    rules.files()
    rules.all_variables()
    rules.structure()
    return rules.broken
