import { useAnswer } from '../../api/queries.ts'
import { type Inputs, yearOf } from './inputs.ts'

const kept = { staleTime: 600_000 } as const

interface VehicleNames {
  /** Undefined: not known yet. */
  readonly makes: readonly string[] | undefined
  readonly models: readonly string[] | undefined
  readonly trims: readonly string[] | undefined
}

/** The makes of the rate book, the models of the make, and the trims of the model. */
export function useVehicleNames(inputs: Inputs): VehicleNames {
  const { make = '', model = '' } = inputs
  const year = yearOf(inputs)
  const shared = { pageSize: 200, sortBy: 'name', ...(year ? { year } : {}) } as const
  const makes = namesOf(useAnswer('GET /Rates/VehicleMakes', { query: shared }, kept).data?.data)
  // A make that is still being typed has no models.
  const hasMake = isNamed(makes, make)
  const ofMake = { query: { ...shared, make } }
  const models = namesOf(
    useAnswer('GET /Rates/VehicleModels', ofMake, { ...kept, enabled: hasMake }).data?.data,
  )
  const ofModel = { query: { ...shared, make, model } }
  const hasModel = hasMake && isNamed(models, model)
  const trims = namesOf(
    useAnswer('GET /Rates/VehicleTrims', ofModel, { ...kept, enabled: hasModel }).data?.data,
  )
  return { makes, models: hasMake ? models : undefined, trims: hasModel ? trims : undefined }
}

/** Whether a list has the name. Upper and lower case count as the same, as in the service. */
export const isNamed = (names: readonly string[] | undefined, text: string): boolean =>
  names?.some((name) => name.toLowerCase() === text.trim().toLowerCase()) ?? false

const namesOf = (rows: readonly { readonly name: string }[] | undefined) =>
  rows && [...new Set(rows.map(({ name }) => name))]
