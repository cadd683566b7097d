import { describe, expect, test } from 'vitest'
import { ELEMENTS } from './file.ts'
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

// Every element is there, without a value where none is given.
const nothing = Object.fromEntries(ELEMENTS.map((element) => [element, undefined])) as unknown as VehicleTexts
const vehicle = (texts: Partial<VehicleTexts>): VehicleTexts => ({ ...nothing, model: 'Model', ...texts })

test('an unknown vehicle has no facts', () => {
  for (const word of [
    vinBodyStyle,
    vinFuelType,
    vinDriveType,
    vinAspiration,
    vinEngine,
    vinCylinders,
    vinLiters,
    vinPounds,
  ])
    expect(word(vehicle({}))).toBeUndefined()
})

describe('body style', () => {
  test.each([
    ['Sedan/Saloon', '4', 'Sedan 4D'],
    ['Sedan/Saloon', undefined, 'Sedan'],
    ['Coupe', '2', 'Coupe 2D'],
    ['Convertible/Cabriolet', '2', 'Convertible'],
    ['Sport Utility Vehicle (SUV)/Multi-Purpose Vehicle (MPV)', '4', 'SUV 4D'],
    ['Pickup', '4', 'Pickup'],
    ['Incomplete - Motor Home Chassis', undefined, 'Motorhome Chassis'],
    ['Motorcycle - Sport', undefined, 'Motorcycle - Sport'],
  ])('%s with %s doors is %s', (body, doors, style) => {
    expect(vinBodyStyle(vehicle({ body, doors }))).toBe(style)
  })
})

describe('fuel', () => {
  test.each<[Partial<VehicleTexts>, string]>([
    [{ fuel: 'Gasoline' }, 'Gas'],
    [{ fuel: 'Gasoline', secondFuel: 'Ethanol (E85)' }, 'Gas'],
    [{ fuel: 'Flexible Fuel Vehicle (FFV)' }, 'Gas'],
    [{ fuel: 'Ethanol (E85)' }, 'Gas'],
    [{ fuel: 'Diesel' }, 'Diesel'],
    [{ fuel: 'Electric' }, 'Electric'],
    [{ fuel: 'Electric', electrification: 'BEV (Battery Electric Vehicle)' }, 'Electric'],
    [{ fuel: 'Electric', secondFuel: 'Gasoline' }, 'Hybrid'],
    [{ fuel: 'Gasoline', secondFuel: 'Electric' }, 'Hybrid'],
    [{ fuel: 'Diesel', secondFuel: 'Electric' }, 'Hybrid'],
    [{ fuel: 'Gasoline', electrification: 'PHEV (Plug-in Hybrid Electric Vehicle)' }, 'Hybrid'],
    [
      { fuel: 'Gasoline', secondFuel: 'Electric', electrification: 'Mild HEV (Hybrid Electric Vehicle)' },
      'Gas',
    ],
    [{ fuel: 'Gasoline', model: 'Escape Hybrid' }, 'Hybrid'],
    [{ fuel: 'Gasoline', trim: 'LE Hybrid/XLE Hybrid' }, 'Hybrid'],
    [{ fuel: 'Gasoline', trim: 'LE/LE Hybrid' }, 'Gas'],
    [{ fuel: 'Gasoline', trim: 'R-Dynamic Mild Hybrid' }, 'Gas'],
    [{ fuel: 'Compressed Natural Gas (CNG)' }, 'Other'],
    [{ fuel: 'Fuel Cell' }, 'Other'],
  ])('of %j is %s', (texts, fuel) => {
    expect(vinFuelType(vehicle(texts))).toBe(fuel)
  })
})

describe('drive', () => {
  test.each<[Partial<VehicleTexts>, string | undefined]>([
    [{ drive: 'FWD/Front-Wheel Drive' }, 'FWD'],
    [{ drive: 'RWD/Rear-Wheel Drive' }, 'RWD'],
    [{ drive: 'AWD/All-Wheel Drive' }, 'AWD'],
    [{ drive: '4WD/4-Wheel Drive/4x4', trim: 'quattro' }, '4WD'],
    [{ drive: '4x2' }, undefined],
    [{ drive: '2WD/4WD' }, undefined],
    [{ trim: 'xDrive40i' }, 'AWD'],
    [{ trim: 'quattro Premium Plus' }, 'AWD'],
    [{ trim: 'C300 4MATIC' }, 'AWD'],
    [{ series: 'Cooper S ALL4' }, 'AWD'],
    [{ trim: 'SH-AWD' }, 'AWD'],
    [{ series: 'AWD/eAWD' }, 'AWD'],
    [{ series: '2500 4x4' }, '4WD'],
    [{ trim: 'S - 4WD' }, '4WD'],
    [{ trim: 'SEL FWD' }, 'FWD'],
    [{ trim: 'Special Service (RWD)' }, 'RWD'],
    [{ fuel: 'Electric', engineNotes: 'Dual Motor – Standard' }, 'AWD'],
    [{ fuel: 'Electric', engineNotes: 'Rear Dual Motor' }, undefined],
    [{ trim: 'S (2WD), 4S (4WD)' }, undefined],
    [{ trim: 'Carrera (2WD + 4WD)' }, undefined],
    [{ series: 'FWD/eAWD (T8)' }, undefined],
    [{ trim: 'AWD (Opt VBY)' }, undefined],
    [{ series: 'FWD', trim: 'Sport AWD' }, undefined],
    [{ trim: 'sDrive28i' }, undefined],
    [{ trim: 'Sport' }, undefined],
  ])('of %j is %s', (texts, drive) => {
    expect(vinDriveType(vehicle(texts))).toBe(drive)
  })
})

describe('aspiration', () => {
  test.each<[Partial<VehicleTexts>, string | undefined]>([
    [{ turbo: 'Yes' }, 'Turbo'],
    [{ turbo: 'No' }, 'Natural'],
    [{ turbo: 'No', engineNotes: 'Supercharged' }, 'Supercharged'],
    [{ engineModel: '3.5L GTDI' }, 'Turbo'],
    [{ engineNotes: 'EcoBoost' }, 'Turbo'],
    [{ engineNotes: 'Twin-Turbocharged' }, 'Turbo'],
    [{ engineModel: 'Non-Turbo' }, undefined],
    [{ engineModel: 'AJ133 S/C' }, 'Supercharged'],
    [{ trim: 'Turbo / Turbo S' }, 'Turbo'],
    [{ trim: 'RS and RS Turbo' }, undefined],
    [{ fuel: 'Electric', trim: 'Turbo S' }, undefined],
    [{ engineModel: '2AR-FE' }, undefined],
  ])('of %j is %s', (texts, aspiration) => {
    expect(vinAspiration(vehicle(texts))).toBe(aspiration)
  })
})

describe('engine', () => {
  test.each<[Partial<VehicleTexts>, string]>([
    [{ litres: '3.5', cylinders: '6', layout: 'V-Shaped' }, '3.5L V6'],
    [{ litres: '2', cylinders: '4' }, '2.0L 4 Cyl'],
    [{ cubicCentimetres: '2998.832712', cylinders: '6', layout: 'In-Line' }, '3.0L I6'],
    [{ cubicCentimetres: '883', cylinders: '2', layout: 'V-Shaped' }, '883 cc V2'],
    [{ litres: '2.5', cylinders: '4', layout: 'Horizontally opposed (boxer)' }, '2.5L H4'],
    [{ litres: '1.3', layout: 'Rotary' }, '1.3L'],
    [{ engineModel: '8V-92TA' }, '8V-92TA'],
    [{ cylinders: '0', engineModel: 'ROTAX' }, 'ROTAX'],
    [{ fuel: 'Electric', engineModel: 'Tier 4 Battery' }, 'Electric'],
  ])('of %j is %s', (texts, engine) => {
    expect(vinEngine(vehicle(texts))).toBe(engine)
  })

  test.each<[Partial<VehicleTexts>, number | undefined]>([
    [{ litres: '5.70' }, 5.7],
    [{ litres: '6.925' }, 6.9],
    [{ litres: '5.7', cubicCentimetres: '5654' }, 5.7],
    [{ litres: '0', cubicCentimetres: '1868' }, 1.9],
    [{ cubicCentimetres: '49.5' }, 0.05],
    [{ litres: 'TBD' }, undefined],
  ])('%j are %s liters', (texts, litres) => {
    expect(vinLiters(vehicle(texts))).toBe(litres)
  })
})

test.each([
  ['Class 1: 6,000 lb or less (2,722 kg or less)', undefined, 6_000],
  ['Class 2: 6,001 - 10,000 lb (2,722 - 4,536 kg)', undefined, 10_000],
  ['Class 1C: 4,001 - 5,000 lb (1,814 - 2,268 kg)', 'Class 1D: 5,001 - 6,000 lb (2,268 - 2,722 kg)', 6_000],
  ['Class 8: 33,001 lb and above (14,969 kg and above)', undefined, 33_001],
])('%s to %s is %i pounds', (weight, heaviest, pounds) => {
  expect(vinPounds(vehicle({ weight, heaviest }))).toBe(pounds)
})
