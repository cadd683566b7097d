import type { DecodedVin } from '../../domain/vin/decode.ts'
import { checkVin } from '../../domain/vin/vin.ts'
import { Problem } from '../../http/problems.ts'
import type { QuoteQuery } from '../book/quote-query.ts'

/** Something that the caller should know, and that does not keep it from a rate. */
export interface QuoteWarning {
  readonly code: string
  readonly message: string
  readonly productCode?: string
  readonly missing?: readonly string[]
}

/** The vehicle of a quote: what was given, and what its VIN says where nothing was. */
export interface QuotedVehicle {
  readonly vin: string | null
  readonly isVinValid: boolean | null
  readonly year: number | null
  readonly make: string | null
  readonly model: string | null
  readonly trim: string | null
  readonly series: string | null
  readonly bodyStyle: string | null
  readonly engine: string | null
  readonly fuelType: string | null
  readonly driveType: string | null
  readonly aspiration: string | null
  readonly cylinders: number | null
  readonly displacement: number | null
  readonly gvw: number | null
}

const compared = [
  'year',
  'make',
  'model',
  'trim',
  'series',
  'bodyStyle',
  'engine',
  'fuelType',
  'driveType',
  'aspiration',
  'cylinders',
] as const

const same = (one: unknown, other: unknown) => String(one).toUpperCase() === String(other).toUpperCase()

/** The VIN in one spelling, or why it is none. */
export function checkedVin(query: QuoteQuery): { vin: string; isValid: boolean } | undefined {
  if (query.vin === undefined) return undefined
  const checked = checkVin(query.vin, query.year)
  if ('problem' in checked)
    throw new Problem('VinInvalid', vinFaults[checked.problem], {
      errors: [{ pointer: '?vin', code: 'VinInvalid', message: vinFaults[checked.problem] }],
      members: { problem: checked.problem },
    })
  return { vin: checked.vin, isValid: checked.warning === undefined }
}

const vinFaults = {
  Length: 'A VIN has 17 characters.',
  Characters: 'A VIN has digits and capital letters, without I, O and Q.',
  CheckDigit: 'The check digit of the VIN is wrong: one of its characters is.',
} as const

/**
 * What was given wins over the decoder; where they differ, the caller is told. A VIN that says nothing needs year,
 * make and model beside it.
 */
export function quotedVehicle(
  query: QuoteQuery,
  decoded: DecodedVin | null,
): { vehicle: QuotedVehicle; warnings: QuoteWarning[] } {
  const checked = checkedVin(query)
  const warnings: QuoteWarning[] = []
  if (checked?.isValid === false)
    warnings.push({
      code: 'VinCheckDigit',
      message: 'The check digit of the VIN is wrong for such a vehicle.',
    })
  if (checked && !decoded) warnings.push(undecoded(query))
  for (const name of compared)
    if (decoded?.[name] !== undefined && query[name] !== undefined && !same(decoded[name], query[name]))
      warnings.push({
        code: 'VinMismatch',
        message: `The VIN says ${name} ${String(decoded[name])}; ${String(query[name])} was given and counts.`,
      })
  const of = <Name extends (typeof compared)[number]>(name: Name) => query[name] ?? decoded?.[name] ?? null
  return {
    vehicle: {
      vin: checked?.vin ?? null,
      isVinValid: checked?.isValid ?? null,
      year: of('year'),
      // Makes are in capitals wherever rules see them.
      make: of('make')?.toUpperCase() ?? null,
      model: of('model'),
      trim: of('trim'),
      series: of('series'),
      bodyStyle: of('bodyStyle'),
      engine: of('engine'),
      fuelType: of('fuelType'),
      driveType: of('driveType'),
      aspiration: of('aspiration'),
      cylinders: of('cylinders'),
      displacement: decoded?.displacement ?? null,
      gvw: decoded?.gvw ?? null,
    },
    warnings,
  }
}

function undecoded({ year, make, model }: QuoteQuery): QuoteWarning {
  if (year === undefined || make === undefined || model === undefined)
    throw new Problem('VinNotDecoded', 'The VIN is not known; give year, make and model beside it.')
  return {
    code: 'VinNotDecoded',
    message: 'The VIN is not known; the given year, make and model count.',
  }
}
