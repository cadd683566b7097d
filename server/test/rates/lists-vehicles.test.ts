import { describe, expect, test } from 'vitest'
import { DAY, rateLists } from '../support/builders/rate-lists.ts'

const { admin, column, idOf } = await rateLists()

describe('asset types', () => {
  test('are those of the book, with identifier type and usage unit', async () => {
    const { body, headers } = await admin.get('/Rates/AssetTypes?pageSize=3')
    expect(headers.get('x-total-count')).toBe('18')
    expect(body[0]).toEqual({
      id: 1,
      name: 'Car',
      description: null,
      code: 'AUTO',
      identifierType: 'VIN',
      usageUnit: 'Miles',
    })
    expect(await column('AssetTypes?code=boat', 'usageUnit')).toEqual(['Hours'])
  })

  test('can be filtered by product type', async () => {
    expect(await column('AssetTypes?productTypeCode=apl')).toEqual(['TV', 'LAPTOP', 'REFRIGERATOR', 'WASHER'])
    expect(await column('AssetTypes?productTypeCode=VSC')).toEqual(['AUTO', 'TRUCK'])
    expect(await column('AssetTypes?productTypeCode=WIND')).toEqual([])
  })
})

describe('vehicles', () => {
  test('have makes, models, trims, series and body styles', async () => {
    expect(await column('VehicleMakes')).toHaveLength(12)
    expect((await admin.get('/Rates/VehicleMakes?text=for')).body).toEqual([
      { id: await idOf('VehicleMakes', 'FORD'), name: 'Ford', description: null, code: 'FORD' },
    ])
    expect(await column('VehicleModels?make=ford&text=150', 'name')).toEqual(['F-150', 'F-150 Lightning'])
    const trims = ['XL', 'XLT', 'Lariat', 'King Ranch', 'Platinum']
    expect(await column('VehicleTrims?make=Ford&model=f-150', 'name')).toEqual(trims)
    expect(await column('VehicleSeries?model=F-150')).toEqual(['150'])
    const pickups = ['Crew Cab Pickup', 'Extended Cab Pickup']
    expect(await column('VehicleBodyStyles?model=F-150', 'name')).toEqual(pickups)
    expect(await column('VehicleBodyStyles?model=Camry', 'name')).toEqual(['Sedan 4D'])
  })

  test('can be filtered by the ids of their parents', async () => {
    const makeId = await idOf('VehicleMakes', 'TESLA')
    expect(await column(`VehicleModels?makeId=${makeId}`, 'name')).toEqual([
      'Model 3',
      'Model Y',
      'Model S',
      'Model X',
    ])
    const modelId = await idOf(`VehicleModels?makeId=${makeId}`, 'MODEL 3')
    expect(await column(`VehicleTrims?modelId=${modelId}`, 'name')).toEqual([
      'RWD',
      'Long Range',
      'Performance',
    ])
    expect(await column(`VehicleBodyStyles?makeId=${makeId}`, 'name')).toEqual(['Sedan 4D', 'SUV 4D'])
    expect(await column(`VehicleTrims?modelId=${modelId}&make=Ford`)).toEqual([])
  })

  test('can be filtered by asset type and year together', async () => {
    expect(await column('VehicleMakes?assetTypeCode=boat', 'name')).toEqual(['Sea Ray'])
    expect(await column('VehicleMakes?assetTypeCode=BOAT&year=2016')).toEqual([])
    expect(await column('VehicleMakes?assetTypeCode=BOAT&year=2017', 'name')).toEqual(['Sea Ray'])
    expect(await column('VehicleModels?make=Ferrari&year=2019', 'name')).toEqual(['488 GTB'])
    expect(await column('VehicleModels?make=Ferrari&year=2020', 'name')).toEqual(['F8 Tributo'])
    const trucks = ['Silverado 1500', 'Silverado 2500HD', 'Colorado']
    expect(await column('VehicleModels?make=Chevrolet&assetTypeCode=truck', 'name')).toEqual(trucks)
  })

  test('have model years from ten years back to one year ahead', async () => {
    const camry = (year: number) => column(`VehicleModels?text=camry&year=${year}`, 'name')
    expect(await camry(2013)).toEqual([])
    expect(await camry(2014)).toEqual(['Camry'])
    expect(await camry(2025)).toEqual(['Camry'])
    expect(await camry(2026)).toEqual([])
    await admin.put('/sandbox/clock', { now: '2035-06-01T12:00:00Z' })
    expect(await camry(2024)).toEqual([])
    expect(await camry(2036)).toEqual(['Camry'])
    // What was last built in 2023 is no longer listed.
    expect(await column('VehicleMakes', 'name')).not.toContain('Ferrari')
    expect(await column('VehicleModels?make=Lotus', 'name')).toEqual(['Emira'])
    await admin.put('/sandbox/clock', { now: DAY })
    expect(await camry(2014)).toEqual(['Camry'])
  })

  test('have segmentations, some from a class table', async () => {
    expect(await column('VehicleSegmentations')).toEqual([
      ...['STANDARD', 'LUXURY', 'EXOTIC', 'EV'],
      ...['HYBRID', 'DIESEL', 'ONETON', 'COMMERCIAL'],
    ])
    const vsc = await idOf('Programs', 'VSC-STD')
    const gap = await idOf('Programs', 'GAP-STD')
    const trimId = await idOf('VehicleTrims?model=Model%203', 'LONG RANGE')
    for (const question of [
      `programId=${vsc}`,
      'make=tesla',
      'make=Tesla&model=model%20y&year=2021',
      `trimId=${trimId}&programId=${vsc}`,
      'assetTypeCode=AUTO',
      'text=lectr',
    ])
      expect(await column(`VehicleSegmentations?${question}`), question).toEqual(['EV'])
    for (const question of [`programId=${gap}`, 'make=Ford', 'make=Tesla&model=Camry', 'assetTypeCode=BOAT'])
      expect(await column(`VehicleSegmentations?${question}`), question).toEqual([])
  })
})
