"""Makes server/data/vin.bin.gz, from which the service decodes VINs, from a copy of vPIC in SQLite.

    python3 scripts/vin-data.py <vpic.sqlite> [<file>]

vPIC is the public catalogue of vehicles of the US NHTSA. Run by hand when the data is renewed (server/data/README.md
says from where), never by npm: it is Python because Python reads SQLite without anything installed. The same database
gives the same bytes.

The file, unzipped: a line of JSON (format, date, counts, and each section's name, type and length), then the sections,
each filled up to a multiple of four bytes. Numbers are little-endian and as narrow as the largest of them allows;
texts are UTF-8, one a line. What refers to each other:

    maker (WMI) -> links (years from, to) -> schema -> lists (of one element) -> rows (key, value), the preferred first
    key -> places in positions 4 to 8, a bar, 10 to 17, each with the set of characters that may stand there
"""

import gzip
import json
import re
import sqlite3
import sys
from array import array
from collections import defaultdict
from functools import cache
from pathlib import Path

FORMAT = 1
# What of vPIC a rate or a contract asks for: element -> name, and the table its values are numbers of.
ELEMENTS = {
    28: ("model", None),
    5: ("body", "BodyStyle"),
    34: ("series", None),
    38: ("trim", None),
    14: ("doors", None),
    24: ("fuel", "FuelType"),
    66: ("secondFuel", "FuelType"),
    126: ("electrification", "ElectrificationLevel"),
    15: ("drive", "DriveType"),
    9: ("cylinders", None),
    13: ("litres", None),
    11: ("cubicCentimetres", None),
    64: ("layout", "EngineConfiguration"),
    18: ("engineModel", None),
    135: ("turbo", "Turbo"),
    129: ("engineNotes", None),
    25: ("weight", "GrossVehicleWeightRating"),
    190: ("heaviest", "GrossVehicleWeightRating"),
}
NAMES = [name for name, _ in ELEMENTS.values()]
NUMBER = {element: at for at, element in enumerate(ELEMENTS)}
# Notes about engines are long and many; we read from them how an engine breathes, and whether an electric car has two.
NOTES = re.compile(r"turbo|supercharg|\bs/c\b|eco ?boost|\bgtdi\b|dual motor", re.I)
CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
FIRST_YEAR = 1980


class Numbers:
    """Numbers things in the order they come, equal ones the same."""

    def __init__(self):
        self.known = {}

    def of(self, thing):
        return self.known.setdefault(thing, len(self.known))

    def all(self):
        return list(self.known)


class Extract:
    def __init__(self, path):
        self.db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        self.texts, self.sets, self.keys, self.lists, self.schemas, self.models = (Numbers() for _ in range(6))
        self.names = {
            element: {str(number): name for number, name in self.db.execute(f"select Id, Name from {table}")}
            for element, (_, table) in ELEMENTS.items()
            if table
        }
        self.model_rows = {
            str(number): (clean(name), clean(make))
            for number, name, make in self.db.execute(
                """select m.Id, m.Name, k.Name from Model m join Make_Model x on x.ModelId = m.Id
                join Make k on k.Id = x.MakeId"""
            )
        }
        self.patterns = defaultdict(list)
        for schema, *pattern in self.db.execute(
            """select VinSchemaId, Id, Keys, ElementId, AttributeId, coalesce(UpdatedOn, CreatedOn) from Pattern
            order by Id"""
        ):
            if pattern[2] in ELEMENTS:
                self.patterns[schema].append(pattern)

    def value(self, element, attribute):
        """The number that stands for a value: of a model, or of a text; nothing where the value says nothing."""
        if element == 28:
            row = self.model_rows.get(attribute)
            return row and self.models.of((self.texts.of(row[0]), self.texts.of(row[1])))
        text = clean(self.names[element].get(attribute, "") if element in self.names else attribute)
        if not text or (element == 129 and not NOTES.search(text)):
            return None
        return self.texts.of(text)

    @cache
    def key(self, keys):
        """The number of a pattern's keys: which characters each place asks for; nothing for one no VIN can fit."""
        places = []
        for place, part in enumerate(re.findall(r"\[[^]]*\]|.", keys.upper())):
            if part == "*":
                continue
            if place == 5:
                if part == "|":
                    continue
                return None
            bits = sum(1 << at for at, letter in enumerate(CHARACTERS) if fits(part, letter))
            if bits == 0 or place > 13:
                return None
            places.append((place, self.sets.of(bits)))
        return self.keys.of(tuple(places))

    def schema(self, numbers):
        """The number of schemas that hold at once, as one: for each element its rows, by vPIC's order of preference."""
        rows = defaultdict(list)
        together = [row for number in numbers for row in self.patterns[number]]
        for pattern, keys, element, attribute, changed in together:
            for formula, one_key, one_value in spelt_out(keys, attribute):
                bare = one_key.replace("*", "")
                order = (formula, backwards(changed), len(bare), re.sub(r"[\[\]]", "", one_key), pattern)
                rows[element].append((order, one_key, one_value))
        return self.schemas.of(tuple(filter(None, (self.list(e, sorted(rows[e])) for e in ELEMENTS if e in rows))))

    def list(self, element, rows):
        seen = {}
        for _, keys, attribute in rows:
            key, value = self.key(keys), self.value(element, attribute)
            if key is not None and value is not None:
                seen.setdefault(key, value)
        return (NUMBER[element], tuple(seen.items())) if seen else None

    def makers(self):
        """Manufacturer codes with their kind and, by year, their schemas: vPIC prefers those that begin later."""
        links, numbers = defaultdict(list), {}
        for maker, schema, first, last in self.db.execute(
            "select WmiId, VinSchemaId, YearFrom, coalesce(YearTo, 9999) from Wmi_VinSchema order by Id"
        ):
            if schema in self.patterns:
                links[maker].append((schema, first, last))
        for number, code, kind, light in self.db.execute(
            """select w.Id, w.Wmi, coalesce(t.Name, ''), case when w.VehicleTypeId in (2, 7)
                or (w.VehicleTypeId = 3 and w.TruckTypeId = 1) then 1 else 0 end
            from Wmi w left join VehicleType t on t.Id = w.VehicleTypeId
            where w.PublicAvailabilityDate is not null order by w.Wmi"""
        ):
            in_order = []
            for schemas, first, last in spans(links[number]):
                if schemas not in numbers:
                    numbers[schemas] = self.schema(schemas)
                in_order.append((numbers[schemas], year(first), year(last) if last < 9999 else 255))
            if in_order:
                yield code, kind, light, in_order

    def engines(self):
        """What vPIC knows of an engine by its name alone; it fills what the patterns leave open."""
        rows = defaultdict(dict)
        for name, element, attribute in self.db.execute(
            """select e.Name, p.ElementId, p.AttributeId from EngineModelPattern p
            join EngineModel e on e.Id = p.EngineModelId order by e.Id, p.Id"""
        ):
            if element in ELEMENTS:
                value = self.value(element, attribute)
                if value is not None:
                    rows[clean(name).lower()].setdefault(NUMBER[element], value)
        return rows

    def sections(self):
        makers = list(self.makers())
        engines = self.engines()
        schemas = [[self.lists.of(one) for one in schema] for schema in self.schemas.all()]
        kinds = Numbers()
        kind_numbers = [kinds.of(kind) for _, kind, _, _ in makers]
        lists, keys, sets = self.lists.all(), self.keys.all(), self.sets.all()
        links = [link for *_, in_order in makers for link in in_order]
        patterns = sum(len(rows) for _, rows in lists)
        models = self.models.all()
        self.counts = {"makers": len(makers), "models": len(models), "schemas": len(schemas), "patterns": patterns}
        yield "elements", NAMES
        yield "texts", self.texts.all()
        yield "setLow", [bits & 0xFFFFFFFF for bits in sets]
        yield "setHigh", [bits >> 32 for bits in sets]
        yield "keyStart", starts(keys)
        yield "keyPlace", [place for key in keys for place, _ in key]
        yield "keySet", [one for key in keys for _, one in key]
        yield "listElement", [element for element, _ in lists]
        yield "listStart", starts([rows for _, rows in lists])
        yield "rowKey", [key for _, rows in lists for key, _ in rows]
        yield "rowValue", [value for _, rows in lists for _, value in rows]
        yield "modelName", [name for name, _ in models]
        yield "modelMake", [make for _, make in models]
        yield "schemaStart", starts(schemas)
        yield "schemaList", [one for schema in schemas for one in schema]
        yield "makerCode", [code for code, *_ in makers]
        yield "makerLight", [light for _, _, light, _ in makers]
        yield "makerKind", kind_numbers
        yield "kinds", kinds.all()
        yield "linkStart", starts([in_order for *_, in_order in makers])
        yield "linkSchema", [schema for schema, _, _ in links]
        yield "linkFirst", [first for _, first, _ in links]
        yield "linkLast", [last for _, _, last in links]
        yield "engineName", list(engines)
        yield "engineStart", starts([list(rows) for rows in engines.values()])
        yield "engineElement", [element for rows in engines.values() for element in rows]
        yield "engineValue", [value for rows in engines.values() for value in rows.values()]

    def date(self):
        """The day of the last change NHTSA made to what we keep."""
        public = self.db.execute(
            """select distinct x.VinSchemaId from Wmi_VinSchema x join Wmi w on w.Id = x.WmiId
            where w.PublicAvailabilityDate is not null"""
        )
        return max(changed for (schema,) in public for *_, changed in self.patterns[schema])[:10]


def clean(text):
    return " ".join(text.split())


def fits(part, letter):
    return bool(re.fullmatch(part if part[0] == "[" else re.escape(part), letter))


def backwards(text):
    """A text that sorts before those that the given one sorts after."""
    return "".join(chr(255 - ord(letter)) for letter in text)


def spans(links):
    """Schemas that begin in the same year weigh the same, and are taken together for the years in which they hold."""
    for first in sorted({first for _, first, _ in links}, reverse=True):
        begin = first
        for end in sorted({last for _, one, last in links if one == first}):
            together = tuple(sorted({schema for schema, one, last in links if one == first and last >= end}))
            yield together, begin, end
            begin = end + 1


def year(number):
    return min(max(number - FIRST_YEAR, 0), 254)


def spelt_out(keys, attribute):
    """A pattern as it is; a formula (# for a digit that is itself the value) as one pattern for each digit."""
    if "#" not in keys:
        yield 0, keys, attribute
        return
    count = keys.count("#")
    for number in range(10**count):
        digits = str(number).zfill(count)
        yield 1, keys.replace("#" * count, digits), digits


def starts(groups):
    at, result = 0, [0]
    for group in groups:
        at += len(group)
        result.append(at)
    return result


def packed(name, things):
    if things and isinstance(things[0], str):
        data, kind = "\n".join(things).encode(), "text"
    else:
        largest = max(things, default=0)
        code, kind = ("B", "u8") if largest < 1 << 8 else ("H", "u16") if largest < 1 << 16 else ("I", "u32")
        numbers = array(code, things)
        if sys.byteorder == "big":
            numbers.byteswap()
        data = numbers.tobytes()
    return {"name": name, "type": kind, "bytes": len(data)}, data + b"\0" * (-len(data) % 4)


def main(path, out=None):
    extract = Extract(path)
    sections = [packed(name, things) for name, things in extract.sections()]
    header = {
        "format": FORMAT,
        "source": "vPIC, National Highway Traffic Safety Administration",
        "date": extract.date(),
        "counts": extract.counts,
        "sections": [about for about, _ in sections],
    }
    line = json.dumps(header, separators=(",", ":")).encode()
    line += b" " * (-(len(line) + 1) % 4) + b"\n"
    plain = line + b"".join(data for _, data in sections)
    place = Path(out or Path(__file__).parent.parent / "server/data/vin.bin.gz")
    place.write_bytes(gzip.compress(plain, 9, mtime=0))
    print(f"{place}: {place.stat().st_size:,} bytes, {len(plain):,} unzipped, of {header['date']}, {extract.counts}")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(*sys.argv[1:])
