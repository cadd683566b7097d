/** The elements of a vehicle, in the order of their numbers in the file. */
export const ELEMENTS = [
  'model',
  'body',
  'series',
  'trim',
  'doors',
  'fuel',
  'secondFuel',
  'electrification',
  'drive',
  'cylinders',
  'litres',
  'cubicCentimetres',
  'layout',
  'engineModel',
  'turbo',
  'engineNotes',
  'weight',
  'heaviest',
] as const
export type VinElement = (typeof ELEMENTS)[number]

/** Whole numbers of a section, as narrow as the largest of them allows. */
export type Numbers = Uint8Array | Uint16Array | Uint32Array

/**
 * What vPIC, the vehicle catalogue of the US NHTSA, says about VINs, as columns of numbers that refer to each other:
 * maker → links (years) → schema → lists (each of one element) → rows (key, value). `xStart[n]` to `xStart[n + 1]` are
 * the members of the n-th. `scripts/vin-data.py` writes it.
 */
export interface VinData {
  /** The day of the last change that is in it. */
  readonly date: string
  readonly texts: readonly string[]
  /** Sets of characters as bits, 0 to 9 and A to V in the one, W to Z in the other. */
  readonly setLow: Numbers
  readonly setHigh: Numbers
  readonly keyStart: Numbers
  readonly keyPlace: Numbers
  readonly keySet: Numbers
  readonly listElement: Numbers
  readonly listStart: Numbers
  readonly rowKey: Numbers
  /** A model's number in rows of the element `model`, a text's number in all others. */
  readonly rowValue: Numbers
  readonly modelName: Numbers
  readonly modelMake: Numbers
  readonly schemaStart: Numbers
  readonly schemaList: Numbers
  readonly makers: ReadonlyMap<string, number>
  readonly makerLight: Numbers
  readonly makerKind: Numbers
  readonly kinds: readonly string[]
  readonly linkStart: Numbers
  readonly linkSchema: Numbers
  /** Years since 1980; 255 is without end. */
  readonly linkFirst: Numbers
  readonly linkLast: Numbers
  readonly engines: ReadonlyMap<string, number>
  readonly engineStart: Numbers
  readonly engineElement: Numbers
  readonly engineValue: Numbers
}

interface Section {
  readonly name: string
  readonly type: 'text' | 'u8' | 'u16' | 'u32'
  readonly bytes: number
}

interface Header {
  readonly format: number
  readonly date: string
  readonly sections: readonly Section[]
}

const FORMAT = 1

/** Reads the unzipped file. The numbers are views on its bytes, so reading is cheap. */
export function readVinData(bytes: Uint8Array<ArrayBuffer>): VinData {
  const end = bytes.indexOf(10) + 1
  // The file comes with the code; any other file is recognized by its format.
  const header = JSON.parse(textOf(bytes.subarray(0, end))) as Header
  if (header.format !== FORMAT) throw new Error(`VIN data of format ${header.format}, needed is ${FORMAT}.`)
  const places = placesOf(header.sections, bytes.byteOffset + end)
  const sectionOf = (name: string) => {
    const section = places.get(name)
    if (!section) throw new Error(`VIN data without ${name}.`)
    return section
  }
  const texts = (name: string) => {
    const { at, bytes: length } = sectionOf(name)
    return textOf(new Uint8Array(bytes.buffer, at, length)).split('\n')
  }
  const numbers = (name: string) => numbersIn(bytes.buffer, sectionOf(name))
  if (texts('elements').join() !== ELEMENTS.join()) throw new Error('VIN data with other elements.')
  return {
    date: header.date,
    texts: texts('texts'),
    setLow: numbers('setLow'),
    setHigh: numbers('setHigh'),
    keyStart: numbers('keyStart'),
    keyPlace: numbers('keyPlace'),
    keySet: numbers('keySet'),
    listElement: numbers('listElement'),
    listStart: numbers('listStart'),
    rowKey: numbers('rowKey'),
    rowValue: numbers('rowValue'),
    modelName: numbers('modelName'),
    modelMake: numbers('modelMake'),
    schemaStart: numbers('schemaStart'),
    schemaList: numbers('schemaList'),
    makers: numbered(texts('makerCode')),
    makerLight: numbers('makerLight'),
    makerKind: numbers('makerKind'),
    kinds: texts('kinds'),
    linkStart: numbers('linkStart'),
    linkSchema: numbers('linkSchema'),
    linkFirst: numbers('linkFirst'),
    linkLast: numbers('linkLast'),
    engines: numbered(texts('engineName')),
    engineStart: numbers('engineStart'),
    engineElement: numbers('engineElement'),
    engineValue: numbers('engineValue'),
  }
}

type Placed = Section & { readonly at: number }

function placesOf(sections: readonly Section[], from: number): ReadonlyMap<string, Placed> {
  const places = new Map<string, Placed>()
  let at = from
  for (const section of sections) {
    places.set(section.name, { ...section, at })
    at += Math.ceil(section.bytes / 4) * 4
  }
  return places
}

function numbersIn(buffer: ArrayBuffer, { type, at, bytes }: Placed): Numbers {
  if (type === 'u32') return new Uint32Array(buffer, at, bytes / 4)
  return type === 'u16' ? new Uint16Array(buffer, at, bytes / 2) : new Uint8Array(buffer, at, bytes)
}

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const numbered = (names: readonly string[]) => new Map(names.map((name, number) => [name, number]))
