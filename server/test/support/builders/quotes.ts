import type { Answer, Caller } from '../service/api.ts'

export type Parameters = Readonly<Record<string, string | number | boolean>>

/** The pickup of the sandbox's examples: a 2024 Ford F-150 with all-wheel drive, at 12,000 miles. */
export const truck: Parameters = {
  year: 2024,
  make: 'Ford',
  model: 'F-150',
  driveType: '4WD',
  odometer: 12_000,
  saleDate: '2024-03-15',
}

export const pathOf = (dealer: string, parameters: Parameters) =>
  `/Rates/rateQuote/${dealer}?${new URLSearchParams(parameters as Record<string, string>)}`

export const quote = (caller: Caller, dealer: string, parameters: Parameters): Promise<Answer> =>
  caller.get(pathOf(dealer, parameters))

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answers and asserts on it.
type Any = any

const answered = new Map<string, { readonly etag: string; readonly body: Any }>()

/**
 * A quote to sell with. It is asked for again only if the service says that the last one is no longer valid: most of the
 * time of a sale was the answer with a hundred rates.
 */
export async function standingQuote(caller: Caller, dealer: string, parameters: Parameters): Promise<Any> {
  const path = pathOf(dealer, parameters)
  const last = answered.get(path)
  const answer = await caller.get(path, last && { headers: { 'if-none-match': last.etag } })
  if (last && answer.status === 304) return last.body
  const etag = answer.headers.get('etag')
  if (etag) answered.set(path, { etag, body: answer.body })
  return answer.body
}

/** All rates of an answer, at any level. */
export const ratesIn = (body: Any): Any[] =>
  body.products.flatMap((product: Any) =>
    product.programs.flatMap((program: Any) => program.plans.flatMap((plan: Any) => plan.rates)),
  )

/** The rate of a plan, e.g. `PLATINUM 60/75000 0`. */
export const rateIn = (body: Any, name: string): Any =>
  ratesIn(body).find((rate) => `${rate.planCode} ${rate.term.code} ${rate.deductible.code}` === name)

/** Product, plan, rule and fault of each reason. */
export const rulesIn = (body: Any): string[] =>
  body.reasons.map((reason: Any) => `${reason.productCode} ${reason.planCode} ${reason.rule} ${reason.fault}`)
