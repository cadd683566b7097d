// The ceiling of the rating bench: every figure of every rate lies ready in typed arrays, and a loop puts them into the
// objects that rating answers with. No rules, no arithmetic, no looking up of rows.

/** Prepares the arrays from a rating, and gives the loop over them. */
export function ceilingOf({ rates }) {
  const [first] = rates
  const definitions = first.lines.map(({ definition }) => definition)
  const calculations = first.lines.map(({ calculation }) => calculation)
  const rules = first.taxes.map(({ rule }) => rule)
  const column = (value) => Float64Array.from(rates, value)
  const dealerCost = column((rate) => rate.dealerCost)
  const suggested = column((rate) => rate.suggested)
  const minimum = column((rate) => rate.minimum)
  const odometer = column((rate) => rate.expirationOdometer)
  const amounts = definitions.map((_, at) => column((rate) => rate.lines[at].amount))
  const taxable = rules.map((_, at) => column((rate) => rate.taxes[at].taxable))
  const tax = rules.map((_, at) => column((rate) => rate.taxes[at].tax))
  const [plans, planAt] = numbered(rates, ({ plan }) => plan)
  const [terms, termAt] = numbered(rates, ({ term }) => term)
  const [deductibles, deductibleAt] = numbered(rates, ({ deductible }) => deductible)
  const dates = terms.map((term) => rates.find((rate) => rate.term === term).expirationDate)
  const { program, classing, effectiveDate, surcharges, retailRule } = first
  return () => {
    const made = []
    for (let at = 0; at < dealerCost.length; at += 1) {
      const lines = new Array(definitions.length)
      for (let line = 0; line < lines.length; line += 1)
        lines[line] = {
          definition: definitions[line],
          calculation: calculations[line],
          amount: amounts[line][at],
        }
      const taxes = new Array(rules.length)
      for (let one = 0; one < taxes.length; one += 1)
        taxes[one] = { rule: rules[one], taxable: taxable[one][at], tax: tax[one][at] }
      made.push({
        program,
        plan: plans[planAt[at]],
        term: terms[termAt[at]],
        deductible: deductibles[deductibleAt[at]],
        classing,
        effectiveDate,
        expirationDate: dates[termAt[at]],
        expirationOdometer: odometer[at],
        surcharges,
        dealerCost: dealerCost[at],
        suggested: suggested[at],
        minimum: minimum[at],
        maximum: null,
        retailRule,
        lines,
        taxes,
      })
    }
    return { rates: made, reasons: [] }
  }
}

function numbered(rates, pick) {
  const values = [...new Set(rates.map(pick))]
  return [values, Uint8Array.from(rates, (rate) => values.indexOf(pick(rate)))]
}
