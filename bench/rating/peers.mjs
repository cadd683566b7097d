// The peers of the rating bench: rule engines that are asked for one row of a table of 20,160 rows, which is the least
// that a quote needs of them. Each is given the rows in the form that it is made for.
import { ZenEngine } from '@gorules/zen-engine'
import { Engine } from 'json-rules-engine'

const text = (value) => JSON.stringify(value)

/** A decision table: the first row that fits is the answer. */
export function zenTable(rows) {
  const fields = ['classCode', 'odometer', 'plan', 'term', 'deductible']
  const table = {
    hitPolicy: 'first',
    inputs: fields.map((field) => ({ id: field, name: field, field })),
    outputs: [{ id: 'reserve', name: 'reserve', field: 'reserve' }],
    rules: rows.map((row, at) => ({
      _id: String(at),
      classCode: text(row.classCode),
      odometer: `[${row.odometerFrom}..${row.odometerTo}]`,
      plan: text(row.plan),
      term: text(row.term),
      deductible: text(row.deductible),
      reserve: String(row.values.RESERVE),
    })),
  }
  const position = { x: 0, y: 0 }
  const decision = new ZenEngine().createDecision({
    nodes: [
      { id: 'asked', type: 'inputNode', name: 'Asked', position },
      { id: 'rates', type: 'decisionTableNode', name: 'Rates', position, content: table },
      { id: 'found', type: 'outputNode', name: 'Found', position },
    ],
    edges: [
      { id: 'in', type: 'edge', sourceId: 'asked', targetId: 'rates' },
      { id: 'out', type: 'edge', sourceId: 'rates', targetId: 'found' },
    ],
  })
  return async (facts) => (await decision.evaluate(facts)).result.reserve
}

/** A rule for each row. */
export function jsonRules(rows) {
  const engine = new Engine()
  for (const row of rows) {
    const is = (fact) => ({ fact, operator: 'equal', value: row[fact] })
    engine.addRule({
      conditions: {
        all: [
          is('classCode'),
          is('plan'),
          is('term'),
          is('deductible'),
          { fact: 'odometer', operator: 'greaterThanInclusive', value: row.odometerFrom },
          { fact: 'odometer', operator: 'lessThanInclusive', value: row.odometerTo },
        ],
      },
      event: { type: 'row', params: row.values },
    })
  }
  return async (facts) => (await engine.run(facts)).events[0].params.RESERVE
}
