import type { StateLawCoverage } from '../../../sdk/src/types.gen.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, Table } from '../../ui/tables/table.tsx'
import { useText } from '../setup-text.ts'
import { certaintyTones } from './certainty.ts'

interface Props {
  readonly label: string
  readonly rows: readonly StateLawCoverage[]
  readonly onOpen: (state: string) => void
}

/** State by state: the rule, the law behind it, and how it was read. */
export function CoverageTable({ label, rows, onOpen }: Props) {
  const t = useText()
  const columns: readonly Column<StateLawCoverage>[] = [
    {
      key: 'state',
      title: t('law.stateTitle'),
      cell: ({ state }) => (
        <Button
          kind="quiet"
          size="small"
          aria-label={t('law.showState', { state })}
          onClick={() => onOpen(state)}
        >
          {state}
        </Button>
      ),
    },
    {
      key: 'certainty',
      title: t('law.certainty'),
      cell: ({ certainty }) => (
        <Status value={certainty} tone={certaintyTones[certainty]} title={t(`certainty.${certainty}`)} />
      ),
    },
    { key: 'ruleCode', title: t('law.rule'), cell: ({ ruleCode }) => <code>{ruleCode}</code> },
    { key: 'layer', title: t('law.layer'), cell: ({ layer }) => t(`layer.${layer}`) },
    { key: 'source', title: t('law.source'), isWrapping: true, cell: ({ source }) => source ?? '—' },
    { key: 'asOf', title: t('law.asOf'), cell: ({ asOf }) => asOf ?? '—' },
    {
      key: 'unverified',
      title: t('law.unread'),
      isWrapping: true,
      cell: ({ unverified }) => unverified.map((term) => t(`term.${term}`)).join(', ') || '—',
    },
    {
      key: 'overrules',
      title: t('law.overrules'),
      cell: ({ overrules }) => (overrules ? <code>{overrules.ruleCode}</code> : '—'),
    },
  ]
  return (
    <Table
      label={label}
      columns={columns}
      rows={rows}
      rowKey={({ state, productTypeCode }) => `${state} ${productTypeCode}`}
    />
  )
}
