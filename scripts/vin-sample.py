"""Makes server/test/fixtures/vin-sample.tsv: VINs that look real, with what vPIC's own rules say about each.

    python3 scripts/vin-sample.py <vpic.sqlite> [<how many> [<file>]]

This is a second reading of the data, to compare the service's decoder with. It shares nothing with vin-data.py and the
compact file: every VIN is matched against the tables themselves, slowly, in the order of NHTSA's published decoding
procedure. Nothing of the project runs it; the same database gives the same file.
"""

import random
import re
import sqlite3
import sys
from collections import defaultdict
from functools import cache
from pathlib import Path

LETTERS = "0123456789ABCDEFGHJKLMNPRSTUVWXYZ"
YEARS = "ABCDEFGHJKLMNPRSTVWXY123456789"
VALUES = dict(zip("0123456789ABCDEFGHJKLMNPRSTUVWXYZ", [*range(10), *range(1, 9), *range(1, 6), 7, 9, *range(2, 10)]))
WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
ELEMENTS = {
    28: "model", 5: "body", 34: "series", 38: "trim", 14: "doors", 24: "fuel", 66: "secondFuel", 126: "electrification",
    15: "drive", 9: "cylinders", 13: "litres", 11: "cubicCentimetres", 64: "layout", 18: "engineModel", 135: "turbo",
    129: "engineNotes", 25: "weight", 190: "heaviest",
}  # fmt: skip
LOOKUPS = {5: "BodyStyle", 24: "FuelType", 66: "FuelType", 64: "EngineConfiguration", 135: "Turbo", 15: "DriveType",
           126: "ElectrificationLevel", 25: "GrossVehicleWeightRating", 190: "GrossVehicleWeightRating"}  # fmt: skip
COLUMNS = ["vin", "year", "make", "vehicleType", *ELEMENTS.values()]
# The only notes about engines that the service keeps.
NOTES = re.compile(r"turbo|supercharg|\bs/c\b|eco ?boost|\bgtdi\b|dual motor", re.I)

# What dealers sell most, so that the sample is about them; one VIN in five is of any other make.
SOLD = """
Acura|Alfa Romeo|Aston Martin|Audi|Bentley|BMW|Buick|Cadillac|Chevrolet|Chrysler|Dodge|Ferrari|Fiat|Ford|Genesis|GMC
Honda|Hyundai|Infiniti|Isuzu|Jaguar|Jeep|Kia|Lamborghini|Land Rover|Lexus|Lincoln|Lotus|Lucid|Maserati|Mazda|McLaren
Mercedes-Benz|Mercury|MINI|Mitsubishi|Nissan|Oldsmobile|Plymouth|Polestar|Pontiac|Porsche|Ram|Rivian|Rolls-Royce|Saab
Saturn|Scion|smart|Subaru|Suzuki|Tesla|Toyota|Volkswagen|Volvo|Freightliner|Workhorse|Winnebago|Thor Motor Coach
Forest River|Jayco|Airstream|Keystone|Grand Design|Harley-Davidson|Yamaha|Kawasaki|Ducati|KTM|Indian|Triumph|Polaris
Can-Am|Arctic Cat"""
SOLD = set(SOLD.upper().strip().replace("\n", "|").split("|"))


def grouped(db, query):
    """Rows by their first column, without it."""
    groups = defaultdict(list)
    for first, *rest in db.execute(query):
        groups[first].append(tuple(rest))
    return groups


def check_digit(vin):
    rest = sum(VALUES[letter] * weight for letter, weight in zip(vin, WEIGHTS)) % 11
    return "X" if rest == 10 else str(rest)


class Vpic:
    def __init__(self, path):
        db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        self.names = {e: {str(i): n for i, n in db.execute(f"select Id, Name from {t}")} for e, t in LOOKUPS.items()}
        self.names[28] = {str(i): name for i, name in db.execute("select Id, Name from Model")}
        makes = "select x.ModelId, k.Name from Make_Model x join Make k on k.Id = x.MakeId"
        self.make_of = {str(model): make for model, make in db.execute(makes)}
        self.wmis = {
            row[0]: row[1:]
            for row in db.execute("""select w.Wmi, w.Id, w.VehicleTypeId, w.TruckTypeId, t.Name from Wmi w
              left join VehicleType t on t.Id = w.VehicleTypeId where w.PublicAvailabilityDate is not null""")
        }
        self.makes = grouped(db, "select w.WmiId, k.Name from Wmi_Make w join Make k on k.Id = w.MakeId")
        self.links = grouped(
            db, "select WmiId, VinSchemaId, YearFrom, coalesce(YearTo, 2999) from Wmi_VinSchema order by Id"
        )
        self.patterns = grouped(
            db,
            """select VinSchemaId, Id, Keys, ElementId, AttributeId, coalesce(UpdatedOn, CreatedOn) from Pattern
            order by Id""",
        )
        self.engines = grouped(
            db,
            """select lower(trim(e.Name)), p.ElementId, p.AttributeId from EngineModelPattern p
            join EngineModel e on e.Id = p.EngineModelId order by e.Id, p.Id""",
        )

    @cache
    def shape(self, keys):
        """A pattern's keys as an expression: * is any character, [A-C7] one of them, | stands between the halves."""
        parts = re.findall(r"\[[^]]*\]|.", keys.upper())
        return re.compile("".join(p if p[0] == "[" else "." if p == "*" else re.escape(p) for p in parts))

    def one_pass(self, wmi, vin, year):
        """What the patterns of the schemas in force in that model year say: element -> the value vPIC prefers."""
        text = f"{vin[3:8]}|{vin[9:]}"
        found = defaultdict(list)
        for schema, first, last in self.links[self.wmis[wmi][0]]:
            if not first <= year <= last:
                continue
            for number, keys, element, value, changed in self.patterns[schema]:
                if "#" in keys:
                    # A formula: the digits that stand at the # are the value.
                    at = [i for i, letter in enumerate(keys) if letter == "#"]
                    digits = text[at[0] : at[-1] + 1]
                    if digits.isdigit():
                        found[element].append((-100, "", 0, "", number, digits))
                elif element == 129 and not NOTES.search(value):
                    continue
                elif element in ELEMENTS and self.shape(keys).match(text):
                    newest = "".join(chr(255 - ord(c)) for c in changed)
                    bare = keys.replace("*", "")
                    found[element].append((-first, newest, len(bare), re.sub(r"[\[\]]", "", keys), number, value))
        best = {element: min(rows)[-1] for element, rows in found.items()}
        for element, value in self.engines.get(best.get(18, "").strip().lower(), []):
            if element in ELEMENTS:
                best.setdefault(element, value)
        return best

    def decode(self, vin, this_year):
        wmi = vin[:3] + (vin[11:14] if vin[2] == "9" else "")
        if wmi not in self.wmis or vin[9] not in YEARS:
            return None
        number, kind, truck, type_name = self.wmis[wmi]
        later = 2010 + YEARS.index(vin[9])
        light = kind in (2, 7) or (kind == 3 and truck == 1)
        candidates = [later, later - 30]
        if light:
            candidates = [later - 30] if vin[6].isdigit() else [later]
        candidates = [year if year <= this_year + 1 else year - 30 for year in candidates]
        if len(set(candidates)) == 1:
            other = candidates[0] + (30 if candidates[0] < 2010 else -30)
            in_force = lambda year: any(first <= year <= last for _, first, last in self.links[number])
            if not in_force(candidates[0]) and 1980 <= other <= this_year + 1 and in_force(other):
                candidates = [other]
        passes = [(self.one_pass(wmi, vin, year), year) for year in dict.fromkeys(candidates)]
        weights = {28: 99, 5: 99, 11: 98, 24: 91, 9: 88, 25: 70, 34: 61, 38: 61, 18: 55}
        best, year = max(passes, key=lambda p: (bool(p[0]), sum(weights.get(e, 0) for e in p[0]), len(p[0]), p[1]))
        make = self.make_of.get(best.get(28), "")
        answer = {"vin": vin, "year": str(year), "make": " ".join(make.split()), "vehicleType": type_name or ""}
        for element, name in ELEMENTS.items():
            value = best.get(element, "")
            answer[name] = re.sub(r"\s+", " ", self.names.get(element, {}).get(value, value)).strip()
        return answer


def fill(keys, text, chance):
    """The text with what the keys ask for in its places, or nothing where it already has something else there."""
    text = list(text)
    for at, part in enumerate(re.findall(r"\[[^]]*\]|.", keys)[: len(text)]):
        if part in "*|#":
            continue
        fitting = [c for c in LETTERS if re.fullmatch(part if part[0] == "[" else re.escape(part), c)]
        if text[at] != "*":
            if text[at] not in fitting:
                return None
        elif fitting:
            text[at] = chance.choice(fitting)
        else:
            return None
    return "".join(text)


def draw(vpic, wmi, chance, this_year):
    """A VIN of that manufacturer: a model's pattern, whatever else fits beside it, and a right check digit."""
    number, kind, truck, _ = vpic.wmis[wmi]
    links = [link for link in vpic.links[number] if link[1] <= this_year + 1 and link[2] >= 1981]
    if not links:
        return None
    schema, first, last = chance.choice(links)
    year = chance.randint(max(first, 1981), min(last, this_year + 1))
    beside = [p for s, f, l in links if f <= year <= l for p in vpic.patterns[s]]
    models = [p[1] for p in vpic.patterns[schema] if p[2] == 28]
    text = fill(chance.choice(models), "*****|********", chance) if models else None
    if text is None:
        return None
    for row in chance.sample(beside, min(len(beside), 60)):
        text = fill(row[1], text, chance) or text
    letters = list(text)
    letters[6] = YEARS[(year - 1980) % 30]
    if letters[3] == "*" and (kind in (2, 7) or (kind == 3 and truck == 1)):
        letters[3] = chance.choice("0123456789" if year < 2010 else "ABCDEFGHJKLMNPRSTUVWXYZ")
    if len(wmi) == 6:
        letters[8:11] = wmi[3:]
    for at, letter in enumerate(letters):
        if letter == "*":
            letters[at] = chance.choice("0123456789" if at > 7 else LETTERS)
    vin = wmi[:3] + "".join(letters[:5]) + "0" + "".join(letters[6:])
    return vin[:8] + check_digit(vin) + vin[9:]


def main(path, count=600, out=None, seed=20260217, this_year=2026):
    vpic = Vpic(path)
    chance = random.Random(seed)
    by_make = defaultdict(list)
    for wmi, (number, *_) in sorted(vpic.wmis.items()):
        for (make,) in vpic.makes[number]:
            if vpic.links[number]:
                by_make[make.upper()].append(wmi)
    sold = sorted(make for make in by_make if make in SOLD)
    others = sorted(make for make in by_make if make not in SOLD)
    rows = {}
    while len(rows) < count:
        make = chance.choice(sold if chance.random() < 0.8 else others)
        vin = draw(vpic, chance.choice(by_make[make]), chance, this_year)
        answer = vin and vpic.decode(vin, this_year)
        if answer:
            rows[vin] = "\t".join(answer[column] for column in COLUMNS)
    place = Path(out or Path(__file__).parent.parent / "server/test/fixtures/vin-sample.tsv")
    place.write_text("\n".join(["\t".join(COLUMNS), *(rows[vin] for vin in sorted(rows))]) + "\n")
    print(f"{len(rows)} VINs in {place}")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], *map(int, sys.argv[2:3]), *sys.argv[3:4])
