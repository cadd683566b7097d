import { type Route, route } from '../../http/route.ts'
import type { ContractServices } from '../record/change-state.ts'
import { SalesTaxDetail } from '../record/models.ts'
import { calculateTax, RecalculatedTax, recalculateTax, SalesTaxCalculationRequest } from './calculate-tax.ts'

/** Sales tax calculations. The rules come from the rate book. */
export const taxRoutes = ({ books }: ContractServices): readonly Route[] => [
  route.derived({
    path: '/contracts/{contractId}/recalculatepurchasesalestax',
    tag: 'Contracts',
    summary: 'Recalculate the sales tax of a contract',
    description:
      'For the date and place of the sale, by today’s rules. Nothing is stored; the new tax takes effect when the contract is refinalized.',
    permission: 'contracts:read',
    answer: RecalculatedTax,
    async derive({ params: { contractId }, ...reader }) {
      const answer = await recalculateTax(books, reader, contractId)
      // The time of the calculation does not make it a different answer.
      const { calculatedAt: _, ...tax } = answer.new
      return { from: JSON.stringify([answer.old, tax]), json: () => Buffer.from(JSON.stringify(answer)) }
    },
  }),
  route.ask({
    path: '/salestax/calculations',
    tag: 'SalesTaxCalculation',
    summary: 'Calculate the sales tax on the lines of a bill',
    description:
      'For the place and date a contract was sold, or for `state`, `county` and `city`. Each line and type of tax is calculated on amount × quantity and rounded separately. `taxable` is the total of the lines that are not exempt.',
    permission: 'sales-tax:read',
    body: SalesTaxCalculationRequest,
    answer: SalesTaxDetail,
    handler: ({ body, ...reader }) => calculateTax(books, reader, body),
  }),
]
