import type { VinElement } from './file.ts'

export type FuelType = 'Gas' | 'Diesel' | 'Hybrid' | 'Electric' | 'Other'
export type DriveType = 'FWD' | 'RWD' | 'AWD' | '4WD'
export type Aspiration = 'Natural' | 'Turbo' | 'Supercharged'

/** What vPIC says about a vehicle, in its own words. They are translated into ours here. */
export type VehicleTexts = Readonly<Record<Exclude<VinElement, 'model'>, string | undefined>> & {
  readonly model: string
}

const BODY_STYLES: Readonly<Record<string, string>> = {
  'Sedan/Saloon': 'Sedan',
  'Convertible/Cabriolet': 'Convertible',
  'Hatchback/Liftback/Notchback': 'Hatchback',
  'Sport Utility Vehicle (SUV)/Multi-Purpose Vehicle (MPV)': 'SUV',
  'Crossover Utility Vehicle (CUV)': 'SUV',
  'Sport Utility Truck (SUT)': 'Sport Utility Truck',
  'Step Van / Walk-in Van': 'Step Van',
  'Low Speed Vehicle (LSV) / Neighborhood Electric Vehicle (NEV)': 'Low Speed Vehicle',
  'Incomplete - Motor Home Chassis': 'Motorhome Chassis',
  'Incomplete - Chassis Cab (Single Cab)': 'Chassis Cab',
  'Incomplete - Chassis Cab (Double Cab)': 'Chassis Cab',
  'Incomplete - Chassis Cab (Number of Cab Unknown)': 'Chassis Cab',
  'Incomplete - Cutaway': 'Cutaway',
  'Incomplete - Stripped Chassis': 'Stripped Chassis',
  'Off-road Vehicle - All Terrain Vehicle (ATV) (Motorcycle-style)': 'ATV',
  'Off-road Vehicle - Multipurpose Off-Highway Utility Vehicle [MOHUV] or Recreational Off-Highway Vehicle [ROV]':
    'Utility Vehicle',
}
const COUNTS_DOORS = ['Sedan', 'Coupe', 'Hatchback', 'Wagon', 'SUV']

/** `Sedan 4D`, `Pickup`, `Convertible`; vPIC's word where there is no shorter one. */
export function vinBodyStyle({ body, doors }: VehicleTexts): string | undefined {
  if (body === undefined) return undefined
  const style = BODY_STYLES[body] ?? body
  return doors !== undefined && COUNTS_DOORS.includes(style) ? `${style} ${doors}D` : style
}

/** A mild hybrid counts by its fuel. Flexible-fuel and ethanol vehicles count as gasoline. */
export function vinFuelType(vehicle: VehicleTexts): FuelType | undefined {
  const { fuel, secondFuel, electrification = '' } = vehicle
  if (fuel === undefined) return undefined
  if (/^(PHEV|Strong HEV|HEV)/.test(electrification)) return 'Hybrid'
  if (fuel === 'Electric')
    return secondFuel === undefined || secondFuel === 'Electric' ? 'Electric' : 'Hybrid'
  if (secondFuel === 'Electric' && !/^Mild/.test(electrification)) return 'Hybrid'
  if (saysHybrid(vehicle)) return 'Hybrid'
  if (fuel === 'Diesel') return 'Diesel'
  return /^(Gasoline|Flexible|Ethanol)/.test(fuel) ? 'Gas' : 'Other'
}

const HYBRID = /(?<!mild )hybrid/i
const saysHybrid = ({ model, series, trim }: VehicleTexts) =>
  [model, series, trim].some((name) => isNamedThroughout(name, HYBRID))

const DRIVE_TYPES: Readonly<Record<string, DriveType>> = {
  'FWD/Front-Wheel Drive': 'FWD',
  'RWD/Rear-Wheel Drive': 'RWD',
  'AWD/All-Wheel Drive': 'AWD',
  '4WD/4-Wheel Drive/4x4': '4WD',
}
const DRIVE_WORDS: readonly (readonly [RegExp, DriveType])[] = [
  [/AWD\b|\bxDrive|\bquattro\b|\b4matic\b|\b4motion\b|\bALL4\b|\ball[- ]wheel drive\b/i, 'AWD'],
  [/\b4WD\b|\b4x4\b|\bfour[- ]wheel drive\b/i, '4WD'],
  [/\bFWD\b|\bfront[- ]wheel drive\b/i, 'FWD'],
  [/\bRWD\b|\brear[- ]wheel drive\b/i, 'RWD'],
]

// Tesla's two: one on each axle.
const DUAL_MOTOR = /^(P2 Dual Motor$|Dual Motor\W+(Standard|Performance))/i

/**
 * From vPIC, or from the names of model, series and trim. A surcharge depends on it, so names that allow two drive types
 * ("S (2WD), 4S (4WD)") or contradict each other are ignored.
 */
export function vinDriveType({
  model,
  series,
  trim,
  drive,
  fuel,
  engineNotes,
}: VehicleTexts): DriveType | undefined {
  if (drive !== undefined) return DRIVE_TYPES[drive]
  if (fuel === 'Electric' && DUAL_MOTOR.test(engineNotes ?? '')) return 'AWD'
  const named = [model, series, trim].flatMap((name) => driveNamedIn(name) ?? [])
  return new Set(named).size === 1 ? named[0] : undefined
}

function driveNamedIn(name: string | undefined): DriveType | undefined {
  const matches = DRIVE_WORDS.filter(([words]) => name !== undefined && words.test(name))
  const [only] = matches
  const isPlain =
    only && matches.length === 1 && isNamedThroughout(name, only[0]) && !/\bopt/i.test(name ?? '')
  return isPlain ? only[1] : undefined
}

const TURBO = /(?<!non[- ]?)turbo|\beco ?boost\b|\bgtdi\b/i
const SUPERCHARGED = /supercharg|\bs\/c\b/i

/** Natural only where vPIC says that there is no turbo; for most engines it says neither. */
export function vinAspiration({
  fuel,
  turbo,
  engineModel,
  engineNotes,
  series,
  trim,
}: VehicleTexts): Aspiration | undefined {
  if (fuel === 'Electric') return undefined
  const engine = `${engineModel ?? ''}; ${engineNotes ?? ''}`
  const says = (words: RegExp) =>
    words.test(engine) || isNamedThroughout(series, words) || isNamedThroughout(trim, words)
  if (turbo === 'Yes' || says(TURBO)) return 'Turbo'
  if (says(SUPERCHARGED)) return 'Supercharged'
  return turbo === 'No' ? 'Natural' : undefined
}

const LAYOUTS: Readonly<Record<string, string>> = {
  'In-Line': 'I',
  'V-Shaped': 'V',
  'Horizontally opposed (boxer)': 'H',
  'W Shaped': 'W',
}

/** `3.5L V6`, `883 cc V2`, `Electric`; the engine's own name where its size is not known. */
export function vinEngine(vehicle: VehicleTexts): string | undefined {
  if (vinFuelType(vehicle) === 'Electric') return 'Electric'
  const engine = [sizeOf(vehicle), shapeOf(vehicle)].filter((part) => part !== undefined).join(' ')
  return engine === '' ? vehicle.engineModel : engine
}

function sizeOf(vehicle: VehicleTexts): string | undefined {
  const litres = vinLiters(vehicle)
  if (litres === undefined) return undefined
  return litres < 1 ? `${Math.round(litres * 1000)} cc` : `${litres.toFixed(1)}L`
}

function shapeOf(vehicle: VehicleTexts): string | undefined {
  const cylinders = vinCylinders(vehicle)
  if (cylinders === undefined) return undefined
  const layout = LAYOUTS[vehicle.layout ?? '']
  return layout ? `${layout}${cylinders}` : `${cylinders} Cyl`
}

export const vinCylinders = ({ cylinders }: VehicleTexts): number | undefined =>
  Number(cylinders ?? 0) || undefined

/** With one decimal, as the trade writes it; from cubic centimeters where there are no liters. */
export function vinLiters({ litres, cubicCentimetres }: VehicleTexts): number | undefined {
  const exact = Number(litres ?? 0) || Number(cubicCentimetres ?? 0) / 1000
  if (!(exact > 0)) return undefined
  return exact < 1 ? Math.round(exact * 1000) / 1000 : Math.round(exact * 10) / 10
}

/** vPIC has only weight classes ("6,001 - 10,000 lb"). The last has no upper end; its lower end is used. */
export function vinPounds({ weight, heaviest }: VehicleTexts): number | undefined {
  const pounds = /([\d,]+) lb/.exec(heaviest ?? weight ?? '')?.[1]
  return pounds === undefined ? undefined : Number(pounds.replaceAll(',', ''))
}

/** One vPIC entry often names several trims; something is known only if it holds for each of them. */
const isNamedThroughout = (name: string | undefined, words: RegExp) =>
  name !== undefined &&
  words.test(name) &&
  name
    .split(/[/,;&+]| and | or /i)
    .filter((part) => part.trim() !== '')
    .every((part) => words.test(part))
