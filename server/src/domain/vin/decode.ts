import type { CalendarDate } from '../dates.ts'
import { ELEMENTS, type Numbers, type VinData, type VinElement } from './file.ts'
import { possibleModelYears } from './vin.ts'
import {
  type Aspiration,
  type DriveType,
  type FuelType,
  type VehicleTexts,
  vinAspiration,
  vinBodyStyle,
  vinCylinders,
  vinDriveType,
  vinEngine,
  vinFuelType,
  vinLiters,
  vinPounds,
} from './words.ts'

/** What a VIN says about its vehicle. */
export interface DecodedVin {
  readonly year: number
  readonly make: string
  readonly model: string
  /** E.g. Passenger Car, Motorcycle, Trailer. */
  readonly vehicleType: string
  readonly trim: string | undefined
  readonly series: string | undefined
  readonly bodyStyle: string | undefined
  readonly fuelType: FuelType | undefined
  readonly driveType: DriveType | undefined
  readonly aspiration: Aspiration | undefined
  readonly engine: string | undefined
  readonly cylinders: number | undefined
  /** Liters. */
  readonly displacement: number | undefined
  /** Pounds: the upper end of the vehicle's weight class. */
  readonly gvw: number | undefined
}

/** Decodes a VIN that `checkVin` accepted; undefined when its year, make or model is unknown. */
export function decodeVin(data: VinData, vin: string, today: CalendarDate): DecodedVin | undefined {
  const maker = data.makers.get(makerCodeOf(vin))
  if (maker === undefined) return undefined
  const characters = charactersOf(vin)
  let best: Findings | undefined
  for (const year of yearsOf(data, maker, vin, today)) {
    const findings = findingsOf(data, maker, characters, year)
    if (!best || findings.weight > best.weight) best = findings
  }
  return best && vehicleOf(data, maker, best)
}

/** Three characters. Small makers have 9 as the third and three more characters. */
const makerCodeOf = (vin: string) => (vin[2] === '9' ? vin.slice(0, 3) + vin.slice(11, 14) : vin.slice(0, 3))

/**
 * The model years to try, the likelier first. Not every maker follows position 7: where it leaves one year that the maker
 * has not reported to NHTSA, and the maker has reported the year 30 years apart, that year is used.
 */
function yearsOf(data: VinData, maker: number, vin: string, today: CalendarDate): readonly number[] {
  const years = possibleModelYears(vin, at(data.makerLight, maker) === 1, today)
  const [only] = years
  if (years.length !== 1 || only === undefined || isKnownYear(data, maker, only)) return years
  const other = possibleModelYears(vin, false, today).filter((year) => isKnownYear(data, maker, year))
  return other.length === 1 ? other : years
}

function isKnownYear(data: VinData, maker: number, year: number): boolean {
  for (let link = at(data.linkStart, maker); link < at(data.linkStart, maker + 1); link++)
    if (isInForce(data, link, year)) return true
  return false
}

function isInForce(data: VinData, link: number, year: number): boolean {
  const last = at(data.linkLast, link)
  return year - 1980 >= at(data.linkFirst, link) && (last === 255 || year - 1980 <= last)
}

interface Findings {
  readonly year: number
  /** By element: the number of its value, or -1. */
  readonly values: Int32Array
  /** How much was found; the model year with more is used. */
  readonly weight: number
}

// NHTSA's weights; the other elements decide between equal weights.
const NHTSA_WEIGHTS: Partial<Record<VinElement, number>> = {
  model: 99,
  body: 99,
  cubicCentimetres: 98,
  fuel: 91,
  cylinders: 88,
  weight: 70,
  series: 61,
  trim: 61,
  engineModel: 55,
}
const WEIGHTS = ELEMENTS.map((element) => NHTSA_WEIGHTS[element] ?? 0.01)

/** For each element, the first value whose key fits: newest schemas first, preferred rows first. */
function findingsOf(data: VinData, maker: number, characters: Uint8Array, year: number): Findings {
  const values = new Int32Array(ELEMENTS.length).fill(-1)
  for (let link = at(data.linkStart, maker); link < at(data.linkStart, maker + 1); link++) {
    if (!isInForce(data, link, year)) continue
    const schema = at(data.linkSchema, link)
    for (let place = at(data.schemaStart, schema); place < at(data.schemaStart, schema + 1); place++) {
      const list = at(data.schemaList, place)
      const element = at(data.listElement, list)
      if (values[element] === -1) values[element] = valueIn(data, list, characters)
    }
  }
  fillFromEngine(data, values)
  let weight = 0
  for (let element = 0; element < values.length; element++)
    if (values[element] !== -1) weight += WEIGHTS[element] ?? 0
  return { year, values, weight }
}

function valueIn(data: VinData, list: number, characters: Uint8Array): number {
  const end = at(data.listStart, list + 1)
  for (let row = at(data.listStart, list); row < end; row++)
    if (fits(data, at(data.rowKey, row), characters)) return at(data.rowValue, row)
  return -1
}

function fits(data: VinData, key: number, characters: Uint8Array): boolean {
  const end = at(data.keyStart, key + 1)
  for (let place = at(data.keyStart, key); place < end; place++) {
    const character = at(characters, at(data.keyPlace, place))
    const set = at(data.keySet, place)
    const bits =
      character < 32 ? at(data.setLow, set) >>> character : at(data.setHigh, set) >>> (character - 32)
    if ((bits & 1) === 0) return false
  }
  return true
}

/** A known engine name fills in what the patterns did not give. */
function fillFromEngine(data: VinData, values: Int32Array): void {
  const name = textOf(data, values, 'engineModel')
  const engine = name === undefined ? undefined : data.engines.get(name.toLowerCase())
  if (engine === undefined) return
  for (let fact = at(data.engineStart, engine); fact < at(data.engineStart, engine + 1); fact++) {
    const element = at(data.engineElement, fact)
    if (values[element] === -1) values[element] = at(data.engineValue, fact)
  }
}

function vehicleOf(data: VinData, maker: number, { year, values }: Findings): DecodedVin | undefined {
  const model = values[NUMBER.model] ?? -1
  if (model < 0) return undefined
  const texts = textsOf(data, values, model)
  return {
    year,
    make: data.texts[at(data.modelMake, model)] ?? '',
    model: texts.model,
    vehicleType: data.kinds[at(data.makerKind, maker)] ?? '',
    trim: texts.trim,
    series: texts.series,
    bodyStyle: vinBodyStyle(texts),
    fuelType: vinFuelType(texts),
    driveType: vinDriveType(texts),
    aspiration: vinAspiration(texts),
    engine: vinEngine(texts),
    cylinders: vinCylinders(texts),
    displacement: vinLiters(texts),
    gvw: vinPounds(texts),
  }
}

function textsOf(data: VinData, values: Int32Array, model: number): VehicleTexts {
  const text = (element: VinElement) => textOf(data, values, element)
  return {
    model: data.texts[at(data.modelName, model)] ?? '',
    series: text('series'),
    trim: text('trim'),
    body: text('body'),
    doors: text('doors'),
    fuel: text('fuel'),
    secondFuel: text('secondFuel'),
    electrification: text('electrification'),
    drive: text('drive'),
    cylinders: text('cylinders'),
    litres: text('litres'),
    cubicCentimetres: text('cubicCentimetres'),
    layout: text('layout'),
    engineModel: text('engineModel'),
    turbo: text('turbo'),
    engineNotes: text('engineNotes'),
    weight: text('weight'),
    heaviest: text('heaviest'),
  }
}

// Every element is in the list it is numbered by.
const NUMBER = Object.fromEntries(ELEMENTS.map((element, number) => [element, number])) as Record<
  VinElement,
  number
>

function textOf(data: VinData, values: Int32Array, element: VinElement): string | undefined {
  const value = values[NUMBER[element]] ?? -1
  return value < 0 ? undefined : data.texts[value]
}

/** Positions 4 to 8, an unused position, and 10 to 17, as numbers of characters: 0 to 9, then A to Z. */
function charactersOf(vin: string): Uint8Array {
  const characters = new Uint8Array(14)
  for (let place = 0; place < 14; place++) {
    const code = vin.charCodeAt(place + 3)
    characters[place] = code < 65 ? code - 48 : code - 55
  }
  return characters
}

/** References in the data are complete, so the fallback is never used. */
const at = (numbers: Numbers, index: number) => numbers[index] ?? 0
