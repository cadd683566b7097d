import type { Drivetrain, ItemModel } from '../../domain/rating/request.ts'
import type { DecodedVin } from '../../domain/vin/decode.ts'
import { checkDigit, checkVin } from '../../domain/vin/vin.ts'
import { Problem } from '../../http/problems.ts'
import type { QuoteQuery } from '../book/quote-query.ts'

/** Something that the caller should know, although there are rates. */
export interface QuoteWarning {
  readonly code: string
  readonly message: string
  readonly productCode?: string
  readonly missing?: readonly string[]
}

/** The vehicle of a quote: the parameters of the request, completed from the VIN. */
export interface QuotedVehicle extends ItemModel, Drivetrain {
  readonly vin: string | null
  readonly isVinValid: boolean | null
  readonly cylinders: number | null
  readonly displacement: number | null
  readonly gvw: number | null
}

const decodedNames = [
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

const isSame = (left: unknown, right: unknown) => String(left).toUpperCase() === String(right).toUpperCase()

/** The VIN in capitals, or a refusal. Nothing if the request has none. */
export function checkedVin(query: QuoteQuery): { vin: string; isValid: boolean } | undefined {
  if (query.vin === undefined) return undefined
  const checked = checkVin(query.vin, query.year)
  if ('problem' in checked) {
    const message = vinFaults[checked.problem](query.vin.trim().toUpperCase())
    throw new Problem('VinInvalid', message, {
      errors: [{ pointer: '?vin', code: 'VinInvalid', message }],
      members: { problem: checked.problem },
    })
  }
  return { vin: checked.vin, isValid: checked.warning === undefined }
}

const vinFaults = {
  Length: (vin: string) => `The VIN is not valid: it must have 17 characters and has ${vin.length}.`,
  Characters: () => 'The VIN is not valid: only digits and letters other than I, O and Q are allowed.',
  CheckDigit: (vin: string) =>
    `The VIN is not valid: the check digit, its ninth character, should be ${checkDigit(vin)}. Correct the VIN.`,
} as const

/**
 * The parameters of the request take precedence over the decoded VIN. A difference is a warning. A VIN that cannot be
 * decoded requires year, make and model.
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
      message: 'The check digit of the VIN is wrong. It is not required for this vehicle.',
    })
  if (checked && !decoded) warnings.push(undecodedWarning(query))
  for (const name of decodedNames)
    if (decoded?.[name] !== undefined && query[name] !== undefined && !isSame(decoded[name], query[name]))
      warnings.push({
        code: 'VinMismatch',
        message: `The VIN decodes to ${name} ${String(decoded[name])}. The quote uses ${String(query[name])} from the request.`,
      })
  const known = <Name extends (typeof decodedNames)[number]>(name: Name) =>
    query[name] ?? decoded?.[name] ?? null
  return {
    vehicle: {
      vin: checked?.vin ?? null,
      isVinValid: checked?.isValid ?? null,
      year: known('year'),
      // Rules compare makes in capitals.
      make: known('make')?.toUpperCase() ?? null,
      model: known('model'),
      trim: known('trim'),
      series: known('series'),
      bodyStyle: known('bodyStyle'),
      engine: known('engine'),
      fuelType: known('fuelType'),
      driveType: known('driveType'),
      aspiration: known('aspiration'),
      cylinders: known('cylinders'),
      displacement: decoded?.displacement ?? null,
      gvw: decoded?.gvw ?? null,
    },
    warnings,
  }
}

function undecodedWarning({ year, make, model }: QuoteQuery): QuoteWarning {
  if (year === undefined || make === undefined || model === undefined)
    throw new Problem('VinNotDecoded', 'The VIN could not be decoded. Send year, make and model too.')
  return {
    code: 'VinNotDecoded',
    message: 'The VIN could not be decoded. The quote uses year, make and model from the request.',
  }
}
