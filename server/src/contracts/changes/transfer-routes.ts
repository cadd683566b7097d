import { z } from 'zod'
import { type Route, route } from '../../http/route.ts'
import { CalendarDate, Id, Money, optionalText } from '../../http/schemas.ts'
import { PersonInput } from '../record/input.ts'
import { TransferModel } from '../record/models.ts'
import type { ContractServices } from '../record/services.ts'
import { transferContract } from './transfer-contract.ts'

const TransferInput = z
  .strictObject({
    newOwner: PersonInput,
    transferDate: CalendarDate.describe('The day on which the vehicle changed hands.'),
    odometer: z.int().min(0).max(9_999_999),
    fee: Money.min(0).optional().describe('Absent: as the administrator has set it.'),
    feePaidBy: z.enum(['Customer', 'NewOwner', 'Dealer']).default('NewOwner'),
    newLienHolderId: Id.nullable().optional().describe('Absent: nobody has a lien on it any more.'),
    documentIds: z.array(Id).max(100).default([]).describe('Documents of the contract.'),
    note: optionalText(2_000).optional(),
  })
  .meta({
    id: 'ContractTransferRequest',
    example: {
      newOwner: {
        firstName: 'Sam',
        lastName: 'Okafor',
        address: { line1: '4 Oak Ave', city: 'Austin', state: 'TX', zip: '78702' },
      },
      transferDate: '2024-06-01',
      odometer: 15_000,
    },
  })

/** The transfer of a contract to another owner. */
export function transferRoutes(services: ContractServices): readonly Route[] {
  return [
    route.write({
      method: 'POST',
      path: '/contracts/{contractId}/transferrequest',
      tag: 'Contracts',
      summary: 'Transfer a contract to another owner',
      description:
        'The new owner becomes its customer; cobuyer, lien holder and financing of the old one go. Whoever `feePaidBy` names owes the fee.',
      permission: 'contracts:transfer',
      body: TransferInput,
      answer: TransferModel,
      status: 201,
      subject: 'contracts/{contractId}',
      problems: [
        'InvalidTransition',
        'NotTransferable',
        'AlreadyTransferred',
        'TransferWindowPassed',
        'TransferFeeTooHigh',
        'OdometerBelowLastKnown',
        'UnknownReference',
        'AccountInactive',
        'Locked',
      ],
      handler: ({ tx, params: { contractId }, body, ...acting }) =>
        transferContract(tx, services, acting, contractId, body),
    }),
  ]
}
