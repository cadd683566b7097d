import { useState } from 'react'
import type { RateBookChange, RateBookGrid } from '../../../sdk/src/types.gen.ts'
import { Status } from '../../ui/badge.tsx'
import { SelectField } from '../../ui/fields/field.tsx'
import { Empty, Notice } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/tables/table.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../setup-text.ts'
import { HeatGrid } from './heat-grid.tsx'

const tones = { New: 'good', Changed: 'wait', Removed: 'bad' } as const
const kinds = ['New', 'Changed', 'Removed'] as const
/** The first tables are open. Who wants more opens them. */
const OPEN_GRIDS = 3

interface Props {
  readonly changes: readonly RateBookChange[]
  readonly changeCount: number
  readonly grids: readonly RateBookGrid[]
}

/** What differs between two books: tables of figures as heat maps, and everything in words. */
export function ChangesView({ changes, changeCount, grids }: Props) {
  const t = useText()
  if (changeCount === 0) return <Empty title={t('diff.none')} why={t('diff.noneWhy')} />
  return (
    <div className="stack">
      <Legend />
      {grids.map((grid, at) => (
        <details key={`${grid.program} ${grid.kind} ${grid.code}`} open={at < OPEN_GRIDS}>
          <summary>
            {t('grid.title', {
              program: grid.program,
              kind: t(`grid.${grid.kind}`),
              name: grid.name || grid.code,
            })}
          </summary>
          <HeatGrid grid={grid} />
        </details>
      ))}
      <ChangesTable changes={changes} changeCount={changeCount} />
    </div>
  )
}

function Legend() {
  const t = useText()
  return (
    <ul className="rates-heat-legend" aria-label={t('legend')}>
      {(['down-4', 'down-2', 'same', 'up-2', 'up-4', 'new', 'gone'] as const).map((heat) => (
        <li key={heat} data-heat={heat}>
          {t(`heat.${heat}`)}
        </li>
      ))}
    </ul>
  )
}

function ChangesTable({ changes, changeCount }: Omit<Props, 'grids'>) {
  const t = useText()
  const format = useFormat()
  // Not in the address: a book that is not applied yet stands in no address either.
  const [kind, setKind] = useState('')
  const [area, setArea] = useState('')
  const areas = [...new Set(changes.map((change) => change.area))]
  const shown = changes.filter(
    (change) => (kind === '' || change.kind === kind) && (area === '' || change.area === area),
  )
  const columns: readonly Column<RateBookChange>[] = [
    {
      key: 'kind',
      title: t('change.kind'),
      cell: (change) => (
        <Status value={change.kind} tone={tones[change.kind]} title={t(`kind.${change.kind}`)} />
      ),
    },
    { key: 'area', title: t('change.area'), cell: (change) => t(`area.${change.area}`) },
    { key: 'program', title: t('change.program'), cell: (change) => change.program ?? '—' },
    { key: 'item', title: t('change.item'), isWrapping: true, cell: (change) => change.item },
    { key: 'fact', title: t('change.fact'), isWrapping: true, cell: (change) => change.fact ?? '—' },
    {
      key: 'values',
      title: t('change.values'),
      isWrapping: true,
      cell: ({ before, after }) =>
        before === null && after === null ? '—' : `${before ?? t('grid.none')} → ${after ?? t('grid.none')}`,
    },
  ]
  return (
    <>
      <div className="rates-filters">
        <SelectField
          label={t('change.kind')}
          name="?kind"
          value={kind}
          emptyTitle={t('all')}
          options={kinds.map((one) => ({ value: one, title: t(`kind.${one}`) }))}
          onChange={setKind}
        />
        <SelectField
          label={t('change.area')}
          name="?area"
          value={area}
          emptyTitle={t('all')}
          options={areas.map((one) => ({ value: one, title: t(`area.${one}`) }))}
          onChange={setArea}
        />
      </div>
      {changeCount > changes.length ? (
        <Notice tone="wait">
          {t('diff.first', { count: format.count(changes.length), all: format.count(changeCount) })}
        </Notice>
      ) : null}
      <p role="status" className="muted">
        {t('diff.shown', { count: format.count(shown.length) })}
      </p>
      <Table
        label={t('diff.table')}
        columns={columns}
        rows={shown}
        rowKey={(change) => `${change.kind} ${change.text} ${changes.indexOf(change)}`}
      />
    </>
  )
}
