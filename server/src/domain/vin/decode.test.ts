import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DecodedVin, decodeVin } from './decode.ts'
import { ELEMENTS, readVinData } from './file.ts'
import { checkDigit, checkVin } from './vin.ts'
import {
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

const folder = join(import.meta.dirname, '../../..')
const bytes = gunzipSync(readFileSync(join(folder, 'data/vin.bin.gz')))
const data = readVinData(bytes)
const today = '2026-11-15'

const short = (vehicle: DecodedVin | undefined) =>
  vehicle &&
  [
    `${vehicle.year} ${vehicle.make} ${vehicle.model}`,
    vehicle.trim ?? '-',
    vehicle.series ?? '-',
    vehicle.bodyStyle ?? '-',
    vehicle.fuelType ?? '-',
    vehicle.driveType ?? '-',
    vehicle.engine ?? '-',
  ].join(' | ')

describe('decoding', () => {
  // Year, make and model, trim, series, body style, fuel, drive, engine; looked up in vPIC by another decoder.
  test.each([
    ['1HGCM82633A004352', '2003 Honda Accord | EX-V6 | - | Coupe 2D | Gas | - | V6'],
    ['2HGFC2F55HH512345', '2017 Honda Civic | LX | - | Sedan 4D | Gas | - | 2.0L I4'],
    ['5J6RM4H59FL012345', '2015 Honda CR-V | EX | - | SUV 5D | Gas | - | I4'],
    ['4T1BF1FK0CU123456', '2012 Toyota Camry | - | ASV50L/GSV50L/AVV50L | Sedan 4D | Gas | - | 2.5L I4'],
    [
      '4T1B11HKXJU123456',
      '2018 Toyota Camry | L/LE/SE/XLE | AXVA70L/GSV70L/AXVH70L/AXVH71L | Sedan 4D | Gas | - | 2.5L I4',
    ],
    ['3TMCZ5AN4LM123456', '2020 Toyota Tacoma | SR5 | GRN305L | Pickup | Gas | - | 3.5L V6'],
    ['JTDKN3DU0D5612345', '2013 Toyota Prius | - | ZVW30L | Hatchback | Hybrid | - | 1.8L I4'],
    [
      '2T3BFREV3FW123456',
      '2015 Toyota RAV4 | LE (X Grade) | ASA44L/ASA42L/AVA44L | SUV 5D | Gas | - | 2.5L I4',
    ],
    ['1FTFW1E57MFA12345', '2021 Ford F-150 | - | F-Series | Pickup | Gas | - | 5.0L V8'],
    ['3FA6P0H73ER123456', '2014 Ford Fusion | SE | - | Sedan 4D | Gas | - | 2.5L I4'],
    ['1FMCU9GX9EUA12345', '2014 Ford Escape | SE | - | SUV 4D | Gas | - | 1.6L I4'],
    ['5UXCR6C07L9B12345', '2020 BMW X5 | xDrive40i | - | SUV 4D | Gas | AWD | 3.0L 6 Cyl'],
    ['WBA3A5C57CF256651', '2012 BMW 328i | - | 3-Series | Sedan 4D | Gas | - | 2.0L 4 Cyl'],
    ['5YJ3E1EA2KF317000', '2019 Tesla Model 3 | - | - | Sedan 4D | Electric | - | Electric'],
    [
      '5YJSA1DG9DFP14705',
      '2013 Tesla Model S | w/DC Fast Charge | - | Hatchback 5D | Electric | - | Electric',
    ],
    ['7SAYGDEE1NF123456', '2022 Tesla Model Y | - | - | SUV 5D | Electric | AWD | Electric'],
    ['1G1YY26W485100001', '2008 Chevrolet Corvette | - | - | Coupe 2D | Gas | - | 6.2L V8'],
    ['3GCUKREC1EG123456', '2014 Chevrolet Silverado | LT | 1500 | Pickup | Gas | - | 5.3L 8 Cyl'],
    ['1G1RC6E47BU123456', '2011 Chevrolet Volt | Standard | - | Hatchback 4D | Hybrid | - | 1.4L 4 Cyl'],
    ['1GNSKCKCXFR123456', '2015 Chevrolet Tahoe | LTZ | 1/2 Ton | SUV 4D | Gas | - | 5.3L 8 Cyl'],
    ['1GYS4CKJ5FR123456', '2015 Cadillac Escalade | Premium | - | SUV 4D | Gas | - | 6.2L 8 Cyl'],
    ['WP0AB2A91DS121234', '2013 Porsche 911 | S (2WD), 4S (4WD) | Carrera | Coupe 2D | Gas | - | 3.8L 6 Cyl'],
    ['WP1AA2A57HKA12345', '2017 Porsche Macan | - | 95B | SUV 4D | Gas | - | -'],
    ['WAUFFAFL9CN012345', '2012 Audi A4 | quattro Premium Plus | - | Sedan 4D | Gas | AWD | 2.0L 4 Cyl'],
    ['WDDGF8AB5DR123456', '2013 Mercedes-Benz C-Class | C300 | - | Sedan 4D | Gas | - | 3.5L V6'],
    ['3VWD17AJ7FM123456', '2015 Volkswagen Jetta | SE, Sport | - | Sedan 4D | Gas | - | 1.8L 4 Cyl'],
    ['WMZ23GA06S2123137', '2025 MINI Countryman | - | S ALL4 | SUV 4D | Gas | AWD | 2.0L 4 Cyl'],
    ['1C4RJFAG8EC123456', '2014 Jeep Grand Cherokee | Laredo | - | SUV 4D | Gas | - | 3.6L 6 Cyl'],
    ['1C6RR7LT0ES123456', '2014 Ram 1500 | SLT | - | Pickup | Gas | - | 5.7L 8 Cyl'],
    ['JN8AS5MVXCW123456', '2012 Nissan Rogue | - | - | SUV 4D | Gas | - | 2.5L'],
    ['1N4AL3AP5DC123456', '2013 Nissan Altima | - | - | Sedan 4D | Gas | - | 2.5L 4 Cyl'],
    [
      'KM8J3CA42GU123456',
      '2016 Hyundai Tucson | SE Popular, ECO, Sport, Limited | - | SUV 4D | Gas | - | 2.0L 4 Cyl',
    ],
    ['KNAGM4A74C5212345', '2012 Kia Optima | GL | - | Sedan 4D | Gas | - | 2.4L'],
    ['4S4BRBCC9C3212345', '2012 Subaru Outback | Premium +CWP | - | SUV 4D | Gas | - | 2.5L H4'],
    ['JM1BL1V7XC1612345', '2012 Mazda Mazda3 | Touring/GS | - | Sedan 4D | Gas | - | 2.0L'],
    ['7FCTGAAA3NN001234', '2022 RIVIAN R1T | Adventure | - | Pickup | Electric | - | Electric'],
    // A motorcycle, utility vehicles, a snowmobile, chassis of a motorhome and a van, a bus, a travel trailer.
    [
      '1HD1BXB142Y012345',
      '2002 Harley-Davidson Fat Boy | - | FLSTFI | Motorcycle - Custom | Gas | - | 1.5L 2 Cyl',
    ],
    [
      '5Y4AM61Y6EA100001',
      '2014 Yamaha YXM700 (VIKING) | HUNTING SUNTOP | - | Utility Vehicle | Gas | - | 686 cc 1 Cyl',
    ],
    ['RK1AM16M5BS594919', '2011 Yamaha YXR700F (Rhino 700) | - | - | Utility Vehicle | Gas | - | 700 cc'],
    [
      '4UF8JE006D9572908',
      '2013 Yamaha RS Viking | Professional | 2-Up Touring Utility | Off-road Vehicle - Snowmobile | Gas | - | 973 cc I3',
    ],
    ['1F65F5DY1D0A12345', '2013 Ford Motorhome Chassis | - | - | Stripped Chassis | Gas | - | 6.8L V10'],
    [
      '4UZAC2DCXBCAX1234',
      '2011 Freightliner MT 45G Front Gasoline Engine Walk in Van Chassis | - | - | Step Van | Diesel | - | 7.2L I6',
    ],
    [
      '1M8GDM9AXKP042788',
      '1989 Motor Coach Industries 102C3 Intercity | - | MCI | Bus | Diesel | - | 8V-92TA',
    ],
    ['1UJ1C9V87S37Y2250', '2025 Jay Flight 265RLS | - | - | - | - | - | -'],
  ])('%s is a %s', (vin, vehicle) => {
    expect(checkVin(vin)).toEqual({ vin })
    expect(short(decodeVin(data, vin, today))).toBe(vehicle)
  })

  test('returns the other known facts', () => {
    expect(decodeVin(data, '1FTFW1E57MFA12345', today)).toMatchObject({
      vehicleType: 'Truck',
      cylinders: 8,
      displacement: 5,
      gvw: 8000,
      aspiration: undefined,
    })
    expect(decodeVin(data, '1C6RR7LT0ES123456', today)?.aspiration).toBe('Natural')
    expect(decodeVin(data, '1M8GDM9AXKP042788', today)?.gvw).toBe(33_001)
  })

  test.each([
    ['11111111111111111', 'no such manufacturer'],
    ['1HGZZ82613A004352', 'no such model'],
    ['1HGCM8263UA004352', 'no model year'],
    ['1A9ZZ826X3A999352', 'a small manufacturer whose other three characters are not known'],
  ])('%s is not decoded: %s', (vin) => {
    expect(decodeVin(data, vin, today)).toBeUndefined()
  })

  test('makers with the same three characters are distinguished by the other three', () => {
    const one = decodeVin(data, '1A9BFU634PL790349', today)
    const other = decodeVin(data, '1A9JH95C9FH772273', today)
    expect([one?.make, other?.make]).toEqual(['Affordable Trailers', 'ArTech Parts Fabrication'])
  })

  test('of two possible model years, the one with more known facts is chosen', () => {
    // D is 1983 or 2013, T is 1996 or 2026, and position 7 says nothing of a snowmobile or a motorcycle.
    expect(decodeVin(data, '4UF8JE006D9572908', today)?.year).toBe(2013)
    expect(decodeVin(data, '1HD1CAMJ3TT615857', today)?.year).toBe(1996)
  })

  test('a car from a year without production is dated 30 years apart', () => {
    // A digit in position 7 would make it 1993; Tesla began in 2008.
    const vin = withCheckDigit('5YJ3E11A_PF317000')
    expect(decodeVin(data, vin, today)?.year).toBe(2023)
  })
})

test('the data may start at any memory offset', () => {
  const memory = new Uint8Array(bytes.length + 8)
  memory.set(bytes, 8)
  const vehicle = decodeVin(readVinData(memory.subarray(8)), '1HGCM82633A004352', today)
  expect(vehicle).toEqual(decodeVin(data, '1HGCM82633A004352', today))
})

function withCheckDigit(text: string): string {
  const vin = text.replace('_', '0')
  return vin.slice(0, 8) + checkDigit(vin) + vin.slice(9)
}

describe('a sample of VINs of all makers', () => {
  const [head = '', ...lines] = readFileSync(join(folder, 'test/fixtures/vin-sample.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
  const names = head.split('\t')
  const rows = lines.map((line) => {
    const cells = line.split('\t')
    return Object.fromEntries(names.map((name, at) => [name, cells[at] || undefined]))
  })

  test('has hundreds of valid VINs', () => {
    expect(rows.length).toBeGreaterThanOrEqual(500)
    for (const { vin = '' } of rows) expect(checkVin(vin)).toEqual({ vin })
  })

  test('is decoded as vPIC decodes it', () => {
    for (const row of rows) {
      const { vin = '', year, make, model, vehicleType } = row
      // The columns are the elements, and a row without a model is not decoded.
      const texts = Object.fromEntries(
        ELEMENTS.map((element) => [element, row[element]]),
      ) as unknown as VehicleTexts
      const wanted = model && {
        ...{ year: Number(year), make, model, vehicleType, trim: row.trim, series: row.series },
        bodyStyle: vinBodyStyle(texts),
        fuelType: vinFuelType(texts),
        driveType: vinDriveType(texts),
        aspiration: vinAspiration(texts),
        engine: vinEngine(texts),
        cylinders: vinCylinders(texts),
        displacement: vinLiters(texts),
        gvw: vinPounds(texts),
      }
      expect(decodeVin(data, vin, today), vin).toEqual(wanted)
    }
  })

  test('the serial number does not change the result', () => {
    // Not of small makers, whose code goes on in the serial number, nor of the few patterns that look at it.
    const usual = rows.filter(({ vin }) => vin?.[2] !== '9').map(({ vin = '' }) => vin)
    fc.assert(
      fc.property(fc.constantFrom(...usual), fc.nat(9), (vin, digit) => {
        const twin = withCheckDigit(`${vin.slice(0, 8)}_${vin.slice(9, 16)}${digit}`)
        expect(decodeVin(data, twin, today)).toEqual(decodeVin(data, vin, today))
      }),
    )
  })

  test('no text shaped like a VIN breaks the decoder', () => {
    const characters = fc.constantFrom(...'0123456789ABCDEFGHJKLMNPRSTUVWXYZ')
    const starts = fc.constantFrom(...rows.map(({ vin = '' }) => vin.slice(0, 3)), 'ZZZ', '000')
    const rest = fc.string({ unit: characters, minLength: 14, maxLength: 14 })
    fc.assert(
      fc.property(starts, rest, (start, end) => {
        const vehicle = decodeVin(data, start + end, today)
        if (!vehicle) return
        expect(vehicle.model).not.toBe('')
        expect(vehicle.make).not.toBe('')
        expect(vehicle.year).toBeGreaterThanOrEqual(1980)
        expect(vehicle.year).toBeLessThanOrEqual(2027)
      }),
      { numRuns: 2_000 },
    )
  })
})
