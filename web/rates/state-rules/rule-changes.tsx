import { Status } from '../../ui/badge.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { useText } from '../setup-text.ts'

interface Change {
  readonly kind: 'New' | 'Changed' | 'Removed'
  readonly ruleCode: string
  readonly text: string
  /** Of a changed rule of one's own, each term, old and new. */
  readonly fields?: readonly { readonly field: string; readonly before: string; readonly after: string }[]
}

const tones = { New: 'good', Changed: 'wait', Removed: 'bad' } as const

/** What rules come, change and go. */
export function RuleChanges({ changes }: { readonly changes: readonly Change[] }) {
  const t = useText()
  return (
    <Table
      label={t('diff.table')}
      rows={changes}
      rowKey={(change) => `${change.kind} ${change.ruleCode} ${changes.indexOf(change)}`}
      columns={[
        {
          key: 'kind',
          title: t('change.kind'),
          cell: ({ kind }) => <Status value={kind} tone={tones[kind]} title={t(`kind.${kind}`)} />,
        },
        { key: 'rule', title: t('law.rule'), cell: ({ ruleCode }) => <code>{ruleCode}</code> },
        {
          key: 'text',
          title: t('change.item'),
          isWrapping: true,
          cell: ({ text, fields = [] }) =>
            fields.length === 0 ? (
              text
            ) : (
              <ul>
                {fields.map(({ field, before, after }) => (
                  <li key={field}>
                    {field}: <del>{before}</del> → <ins>{after}</ins>
                  </li>
                ))}
              </ul>
            ),
        },
      ]}
    />
  )
}
