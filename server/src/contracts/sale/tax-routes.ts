import { type Route, route } from '../../http/route.ts'
import type { ContractServices } from '../record/change-state.ts'
import { SalesTaxDetail } from '../record/models.ts'
import { calculateTax, RecalculatedTax, recalculateTax, SalesTaxCalculationRequest } from './calculate-tax.ts'

/** What the sales tax is, or would be. It is here because it is asked of contracts; the rules are the rate book's. */
export const taxRoutes = ({ books }: ContractServices): readonly Route[] => [
  route.derived({
    path: '/contracts/{contractId}/recalculatepurchasesalestax',
    tag: 'Contracts',
    summary: 'Compute the sales tax of a contract again',
    description:
      'At the day and the place of the sale, by the rules that count today. Nothing is stored: the new tax is when the contract is refinalized.',
    permission: 'contracts:read',
    answer: RecalculatedTax,
    async derive({ params: { contractId }, ...asking }) {
      const answer = await recalculateTax(books, asking, contractId)
      // When it is computed makes no other answer of it.
      const { calculatedAt: _, ...tax } = answer.new
      return { from: JSON.stringify([answer.old, tax]), json: () => Buffer.from(JSON.stringify(answer)) }
    },
  }),
  route.ask({
    path: '/salestax/calculations',
    tag: 'SalesTaxCalculation',
    summary: 'Compute the sales tax on the lines of a bill',
    description:
      'Where and when a contract was sold, or where `state`, `county` and `city` say. Each line and type of tax is computed on amount × quantity and rounded on its own. `taxable` is what the lines that nothing exempts come to.',
    permission: 'sales-tax:read',
    body: SalesTaxCalculationRequest,
    answer: SalesTaxDetail,
    handler: ({ body, ...asking }) => calculateTax(books, asking, body),
  }),
]
