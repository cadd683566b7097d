import type { WarrantedItem } from '../../domain/cancellation/free-look.ts'
import { amountOf, type Cents } from '../../domain/money.ts'
import { comparableOrNull, readingUnit } from '../../domain/odometer-unit.ts'
import type { Drivetrain, ItemModel } from '../../domain/rating/request.ts'
import type { QuotedRates, QuoteInputs } from '../../rates/quotes/quote-rates.ts'
import type { ContractInput, Warranty } from './input.ts'

/** The covered item as answered: a vehicle or another item. */
export interface CoveredItem extends ItemModel {
  readonly isVehicle: boolean
  readonly assetTypeCode: string
  readonly identifier: string | null
  readonly purchasePrice: number | null
  readonly purchaseDate: string | null
  readonly usage: number | null
  readonly usageUnit: 'Miles' | 'Hours' | 'None'
  readonly condition: string | null
  /** Only for a vehicle. */
  readonly vehicle: VehicleFacts | null
}

interface VehicleFacts extends Drivetrain {
  readonly vin: string | null
  readonly isVinValid: boolean | null
  readonly cylinders: number | null
  readonly displacement: number | null
  readonly gvw: number | null
  readonly odometer: number | null
  readonly odometerUnit: 'Miles' | 'Km'
  readonly inServiceDate: string | null
  readonly msrp: number | null
  readonly nadaValue: number | null
  readonly vehicleUse: string | null
  readonly segmentation: string | null
  readonly warranties: readonly Warranty[]
}

export type ItemInput = Pick<
  ContractInput,
  'vehicle' | 'asset' | 'vehiclePurchasePrice' | 'vehiclePurchaseDate'
>

const amount = (cents: Cents | undefined) => (cents === undefined ? undefined : amountOf(cents))

/**
 * The item as rated, completed from the sale. Values of the quote take precedence, because the price depends on them.
 */
export function buildItem(
  { vehicle: rated, request, usageUnit }: QuotedRates,
  { query }: QuoteInputs,
  { vehicle, asset, vehiclePurchasePrice, vehiclePurchaseDate }: ItemInput,
  isVehicle: boolean,
): CoveredItem {
  const common = {
    assetTypeCode: request.assetTypeCode,
    year: rated.year ?? vehicle?.year ?? asset?.year ?? null,
    make: rated.make ?? vehicle?.make?.toUpperCase() ?? asset?.make?.toUpperCase() ?? null,
    model: rated.model ?? vehicle?.model ?? asset?.model ?? null,
    trim: rated.trim ?? vehicle?.trim ?? null,
    series: rated.series ?? vehicle?.series ?? null,
    bodyStyle: rated.bodyStyle ?? vehicle?.bodyStyle ?? null,
    usage: request.usage,
    usageUnit,
    condition: query.condition ?? vehicle?.condition ?? null,
  }
  if (!isVehicle)
    return {
      isVehicle,
      ...common,
      identifier: query.serialNumber ?? asset?.identifier ?? null,
      purchasePrice: amount(query.itemPurchasePrice) ?? asset?.purchasePrice ?? null,
      purchaseDate: asset?.purchaseDate ?? null,
      vehicle: null,
    }
  const vin = rated.vin ?? vehicle?.vin?.toUpperCase() ?? null
  return {
    isVehicle,
    ...common,
    identifier: vin,
    purchasePrice: amount(query.vehiclePurchasePrice) ?? vehiclePurchasePrice ?? null,
    purchaseDate: vehiclePurchaseDate ?? null,
    vehicle: {
      vin,
      isVinValid: rated.vin === null ? null : rated.isVinValid,
      engine: rated.engine ?? vehicle?.engine ?? null,
      cylinders: rated.cylinders ?? vehicle?.cylinders ?? null,
      displacement: rated.displacement,
      fuelType: rated.fuelType ?? vehicle?.fuelType ?? null,
      driveType: rated.driveType ?? vehicle?.driveType ?? null,
      aspiration: rated.aspiration ?? vehicle?.aspiration ?? null,
      gvw: rated.gvw,
      odometer: query.odometer ?? vehicle?.odometer ?? null,
      odometerUnit: query.odometerUnit ?? vehicle?.odometerUnit ?? 'Miles',
      inServiceDate: query.inServiceDate ?? vehicle?.inServiceDate ?? null,
      msrp: amount(query.msrp) ?? vehicle?.msrp ?? null,
      nadaValue: amount(query.nadaValue) ?? vehicle?.nadaValue ?? null,
      vehicleUse: query.vehicleUse ?? vehicle?.vehicleUse ?? null,
      segmentation: query.segmentation ?? vehicle?.segmentation ?? null,
      warranties: vehicle?.warranties ?? [],
    },
  }
}

/** The facts that tell whether the manufacturer's warranty was in force at the sale. */
export const warrantedItem = ({
  isVehicle,
  condition,
  year,
  usage,
  usageUnit,
  vehicle,
}: CoveredItem): WarrantedItem => ({
  ...{ isVehicle, condition, year, usage },
  inServiceDate: vehicle?.inServiceDate ?? null,
  warranties: (vehicle?.warranties ?? []).map((warranty) => ({
    ...warranty,
    endOdometer: comparableOrNull(warranty.endOdometer ?? null, readingUnit({ usageUnit, vehicle })),
  })),
})
