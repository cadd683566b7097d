import { checkDigit } from '../../domain/vin/vin.ts'
import type { Draws } from '../crowd/draws.ts'

// The vehicles of the sandbox's contracts: models of the rate book's list, with matching VINs.

type Drive = 'FWD' | 'RWD' | 'AWD' | '4WD'
type Fuel = 'Gas' | 'Diesel' | 'Hybrid' | 'Electric'

interface Build {
  /** The first eight characters of its VINs. */
  readonly stem: string
  readonly make: string
  readonly model: string
  readonly trim: string
  /** The first and the last model year that has this stem. */
  readonly years: readonly [first: number, last: number]
  /** The price of a new vehicle in dollars. */
  readonly price: number
  readonly driveType: Drive
  readonly fuelType: Fuel
  readonly aspiration: 'Natural' | 'Turbo'
}

type Row = readonly [
  stem: string,
  name: readonly [make: string, model: string, trim: string],
  years: readonly [number, number],
  price: number,
  driveType: Drive,
  fuelType?: Fuel,
  aspiration?: 'Turbo',
]

const rows: readonly Row[] = [
  ['4T1G11AK', ['Toyota', 'Camry', 'SE'], [2020, 2024], 28_400, 'FWD'],
  ['2T1BURHE', ['Toyota', 'Corolla', 'LE'], [2014, 2019], 20_900, 'FWD'],
  ['5YFEPMAE', ['Toyota', 'Corolla', 'LE'], [2020, 2022], 22_300, 'FWD'],
  ['2T3P1RFV', ['Toyota', 'RAV4', 'XLE'], [2020, 2024], 32_600, 'AWD'],
  ['2T3RFREV', ['Toyota', 'RAV4', 'XLE'], [2015, 2018], 28_700, 'AWD'],
  ['3TMCZ5AN', ['Toyota', 'Tacoma', 'SR5'], [2019, 2023], 38_100, '4WD'],
  ['5TFDY5F1', ['Toyota', 'Tundra', 'SR5'], [2018, 2021], 45_300, '4WD'],
  ['5TDGZRBH', ['Toyota', 'Highlander', 'XLE'], [2020, 2022], 43_800, 'AWD'],
  ['JTDKARFU', ['Toyota', 'Prius', 'LE'], [2019, 2022], 27_400, 'FWD', 'Hybrid'],
  ['2HGFC2F5', ['Honda', 'Civic', 'LX'], [2016, 2021], 22_500, 'FWD'],
  ['2HGFE2F5', ['Honda', 'Civic', 'Sport'], [2022, 2024], 25_900, 'FWD'],
  ['1HGCV1F3', ['Honda', 'Accord', 'Sport'], [2018, 2022], 30_200, 'FWD', 'Gas', 'Turbo'],
  ['2HKRW2H8', ['Honda', 'CR-V', 'EX-L'], [2017, 2022], 34_700, 'AWD', 'Gas', 'Turbo'],
  ['5FNYF6H5', ['Honda', 'Pilot', 'EX-L'], [2016, 2022], 41_600, 'AWD'],
  ['5FNRL6H7', ['Honda', 'Odyssey', 'EX-L'], [2018, 2022], 40_100, 'FWD'],
  ['1FTFW1E5', ['Ford', 'F-150', 'XLT'], [2017, 2024], 52_400, '4WD'],
  ['1FTEW1EP', ['Ford', 'F-150', 'Lariat'], [2015, 2023], 61_700, '4WD', 'Gas', 'Turbo'],
  ['1FM5K8D8', ['Ford', 'Explorer', 'XLT'], [2014, 2019], 37_900, '4WD'],
  ['1FMSK8DH', ['Ford', 'Explorer', 'XLT'], [2020, 2024], 45_200, '4WD', 'Gas', 'Turbo'],
  ['1FMCU9G6', ['Ford', 'Escape', 'SE'], [2020, 2022], 31_300, 'AWD', 'Gas', 'Turbo'],
  ['1FA6P8CF', ['Ford', 'Mustang', 'GT'], [2016, 2023], 42_900, 'RWD'],
  ['1FT7W2BT', ['Ford', 'F-250 Super Duty', 'Lariat'], [2017, 2024], 74_600, '4WD', 'Diesel', 'Turbo'],
  ['1FTER4FH', ['Ford', 'Ranger', 'XLT'], [2019, 2023], 36_800, '4WD', 'Gas', 'Turbo'],
  ['1GCUYDED', ['Chevrolet', 'Silverado 1500', 'LT'], [2019, 2021], 49_500, '4WD'],
  ['3GCUKREC', ['Chevrolet', 'Silverado 1500', 'LT'], [2014, 2018], 44_200, '4WD'],
  ['3GNAXUEV', ['Chevrolet', 'Equinox', 'LT'], [2019, 2024], 31_800, 'AWD', 'Gas', 'Turbo'],
  ['1G1ZD5ST', ['Chevrolet', 'Malibu', 'LT'], [2018, 2024], 27_700, 'FWD', 'Gas', 'Turbo'],
  ['1GNSKBKC', ['Chevrolet', 'Tahoe', 'LT'], [2015, 2020], 59_900, '4WD'],
  ['1GNERGKW', ['Chevrolet', 'Traverse', 'LT'], [2018, 2023], 39_600, 'FWD'],
  ['5YJ3E1EA', ['Tesla', 'Model 3', 'RWD'], [2018, 2024], 41_200, 'RWD', 'Electric'],
  ['5YJYGDEE', ['Tesla', 'Model Y', 'Long Range'], [2020, 2021], 55_800, 'AWD', 'Electric'],
  ['7SAYGDEE', ['Tesla', 'Model Y', 'Long Range'], [2022, 2024], 53_900, 'AWD', 'Electric'],
  ['WBA5R1C5', ['BMW', '3 Series', '330i'], [2021, 2022], 45_300, 'RWD', 'Gas', 'Turbo'],
  ['5UXTY5C0', ['BMW', 'X3', 'xDrive30i'], [2020, 2021], 49_700, 'AWD', 'Gas', 'Turbo'],
  ['5UXCR6C0', ['BMW', 'X5', 'xDrive40i'], [2020, 2023], 66_400, 'AWD', 'Gas', 'Turbo'],
  ['WP1AA2A5', ['Porsche', 'Macan', 'Base'], [2017, 2024], 62_900, 'AWD', 'Gas', 'Turbo'],
  ['WP0AB2A9', ['Porsche', '911', 'Carrera S'], [2018, 2023], 121_000, 'RWD', 'Gas', 'Turbo'],
  ['1N4BL4BV', ['Nissan', 'Altima', 'S'], [2019, 2024], 26_300, 'FWD'],
  ['5N1AT2MV', ['Nissan', 'Rogue', 'SV'], [2015, 2020], 29_100, 'AWD'],
]

const builds = rows.map(
  ([stem, [make, model, trim], years, price, driveType, fuelType = 'Gas', aspiration]): Build => ({
    ...{ stem, make, model, trim, years, price, driveType, fuelType },
    aspiration: aspiration ?? 'Natural',
  }),
)

/** Makes without a vehicle class. Programs with vehicle classes do not cover them. */
const unclassed = ['Nissan']

export interface SeedVehicle extends Omit<Build, 'stem' | 'years' | 'price'> {
  readonly vin: string
  readonly year: number
  readonly odometer: number
  readonly condition: 'New' | 'Used'
  /** The sale price, the list price when new, and the book value. */
  readonly price: number
  readonly msrp: number
  readonly value: number
  readonly inServiceDate: string
}

interface VehicleRequest {
  readonly soldOn: string
  /** The makes that the dealer sells new. Vehicles of other makes are used. */
  readonly makes: readonly string[]
  readonly isClassed: boolean
  /** Makes the VIN unique. */
  readonly serial: number
  /** Whether late models are still built in the year of the sale. */
  readonly areStillBuilt?: boolean
}

/** A model that was built until this year or later is a late one. */
const LATE = 2022

/** Draws a vehicle that a dealer could sell on a date. */
export function vehicleFor(draws: Draws, request: VehicleRequest): SeedVehicle {
  const { soldOn, makes, isClassed, serial, areStillBuilt = false } = request
  const saleYear = Number(soldOn.slice(0, 4))
  const known = areStillBuilt ? builds.map((build) => stillBuilt(build, saleYear)) : builds
  const fitting = known.filter(
    ({ make, years }) => years[0] <= saleYear && !(isClassed && unclassed.includes(make)),
  )
  const own = fitting.filter(({ make }) => makes.includes(make.toUpperCase()))
  const { stem, years, price, ...build } = draws.oneOf(own.length > 0 && draws.happens(70) ? own : fitting)
  const isNew = makes.includes(build.make.toUpperCase()) && years[1] >= saleYear && draws.happens(60)
  const used = [Math.max(years[0], saleYear - 6), Math.min(years[1], saleYear - 1)] as const
  const year = isNew || used[1] < used[0] ? Math.min(years[1], saleYear) : draws.whole(...used)
  const age = saleYear - year
  const value = rounded(price * 0.86 ** age)
  return {
    ...build,
    vin: makeVin(stem, year, serial),
    year,
    odometer: isNew ? draws.whole(4, 380) : Math.max(1, age) * draws.whole(7_200, 11_900),
    condition: isNew ? 'New' : 'Used',
    price: rounded(value * (draws.whole(96, 104) / 100)),
    msrp: price,
    value,
    inServiceDate: isNew ? soldOn : draws.date(`${year}-01-02`, `${year}-06-30`),
  }
}

const stillBuilt = (build: Build, year: number): Build =>
  build.years[1] >= LATE && year > build.years[1] ? { ...build, years: [build.years[0], year] } : build

const rounded = (dollars: number) => Math.round(dollars / 50) * 50

const YEARS_SINCE_2010 = 'ABCDEFGHJKLMNPRSTVWXY123456789'

function makeVin(stem: string, year: number, serial: number): string {
  const rest = `${YEARS_SINCE_2010[year - 2010]}A${String(serial).padStart(6, '0')}`
  return `${stem}${checkDigit(`${stem}0${rest}`)}${rest}`
}
