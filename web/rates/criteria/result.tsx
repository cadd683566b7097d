import type { CriteriaEvaluation } from '../../../sdk/src/types.gen.ts'
import { Status } from '../../ui/badge.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Notice } from '../../ui/states.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { type Text, useText } from '../setup-text.ts'

type Outcome = CriteriaEvaluation['result']

const toneOf = (outcome: Outcome) => (outcome === null ? 'wait' : outcome ? 'good' : 'bad')
const wordOf = (t: Text, outcome: Outcome) =>
  t(outcome === null ? 'outcome.unknown' : outcome ? 'outcome.holds' : 'outcome.fails')

/** Whether the rule holds, and each comparison with what was seen and what is needed. */
export function Result({ evaluation }: { readonly evaluation: CriteriaEvaluation }) {
  const t = useText()
  const { result, unknownFields, normalized, explanation } = evaluation
  return (
    <>
      <Notice tone={toneOf(result)} title={<span data-testid="criteria-result">{wordOf(t, result)}</span>}>
        {unknownFields.length > 0 ? t('criteria.unknown', { fields: unknownFields.join(', ') }) : null}
      </Notice>
      <Panel title={t('criteria.explanation')} id="explanation" className="rates-why" isFlush>
        <Table
          label={t('criteria.explanation')}
          rows={explanation}
          rowKey={(row) => `${row.text} ${explanation.indexOf(row)}`}
          columns={[
            {
              key: 'text',
              title: t('criteria.comparison'),
              isWrapping: true,
              cell: (row) => <code>{row.text}</code>,
            },
            {
              key: 'seen',
              title: t('criteria.seen'),
              isWrapping: true,
              cell: ({ seen }) =>
                seen === null || seen === undefined ? (
                  t('criteria.notKnown')
                ) : (
                  <code>{JSON.stringify(seen)}</code>
                ),
            },
            {
              key: 'needed',
              title: t('criteria.needed'),
              isWrapping: true,
              cell: (row) => <code>{row.needed}</code>,
            },
            {
              key: 'outcome',
              title: t('criteria.outcome'),
              cell: ({ outcome }) => (
                <Status value={String(outcome)} tone={toneOf(outcome)} title={wordOf(t, outcome)} />
              ),
            },
          ]}
        />
      </Panel>
      <Panel title={t('criteria.normalized')} id="normalized">
        <code>{normalized}</code>
      </Panel>
    </>
  )
}
