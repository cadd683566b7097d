import type { Answer, Caller } from '../service/api.ts'
import type { TestService } from '../service/app.ts'
import { holderId, sandboxToday } from '../service/sandbox.ts'
import { laborFor } from './claims.ts'
import { sellAndFinalize } from './contracts.ts'

/** A claim with two complaints, and what a test needs to inspect it. */
export interface InspectableClaim {
  readonly id: number
  readonly number: string
  readonly detailIds: readonly number[]
}

/** A contract on 2024-03-15 whose claims are inspected by Lone Star Inspections, and those who take part. */
export async function openInspections(service: TestService) {
  const admin = service.api.as('sandbox-admin')
  await admin.put('/sandbox/clock', { now: '2024-03-15T15:00:00Z' })
  return {
    ...{ admin, adjuster: service.api.as('sandbox-adjuster') },
    company: service.api.as('sandbox-inspector-ic100'),
    contract: await sellAndFinalize(admin),
    lone: await holderId(service, 'InspectionCompany', 'IC100'),
  }
}

/** Opens a claim of a contract with two complaints that are still to be decided. */
export async function claimToInspect(service: TestService, contractId: number): Promise<InspectableClaim> {
  const admin = service.api.as('sandbox-admin')
  const { status, body, text } = await admin.post('/claims', {
    ...{ contractId, lossDate: await sandboxToday(admin), lossOdometer: 24_100 },
    repairFacilityId: await holderId(service, 'RepairFacility', 'RF100'),
    details: [laborFor(100), laborFor(200)],
  })
  if (status !== 201) throw new Error(`No claim: ${text}`)
  return {
    ...{ id: body.id, number: body.number },
    detailIds: body.details.map((detail: { id: number }) => detail.id),
  }
}

/** The claim as it is now: its status, those of its details, and the codes of its open holds. */
export async function claimNow(caller: Caller, id: number) {
  const { body } = await caller.get(`/claims/${id}`)
  return {
    status: body.status,
    details: body.details.map((detail: { status: string }) => detail.status),
    holds: body.holds
      .filter(({ to }: { to: string | null }) => to === null)
      .map(({ reasonCode }: { reasonCode: string }) => reasonCode),
  }
}

/** Orders an inspection of a claim from Lone Star Inspections, or another company. */
export const orderInspection = (
  caller: Caller,
  claimId: number,
  inspectionCompanyId: number,
  changes: object = {},
): Promise<Answer> =>
  caller.post(`/claims/${claimId}/inspections`, { inspectionCompanyId, reasonCode: 'VERIFY', ...changes })

let references = 0

/** A reference that no company has used. */
export function newReference(): string {
  references += 1
  return `LS-${String(references).padStart(5, '0')}`
}

/** Takes an inspection with a new reference, and gives the reference. */
export async function takeInspection(
  caller: Caller,
  { id, claimId }: { readonly id: number; readonly claimId: number },
): Promise<string> {
  const externalReference = newReference()
  const path = `/claims/${claimId}/inspections/takereject/${id}`
  const { status, text } = await caller.post(path, { action: 'Take', externalReference })
  if (status !== 200) throw new Error(`Not taken: ${text}`)
  return externalReference
}
