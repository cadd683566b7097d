import type { FileFault } from '../../../sdk/src/types.gen.ts'
import { Notice } from '../../ui/states.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../setup-text.ts'

/** What is wrong in the files, by file and line. */
export function FaultsTable({ faults }: { readonly faults: readonly FileFault[] }) {
  const t = useText()
  const format = useFormat()
  return (
    <div className="stack">
      <Notice tone="bad" title={t('faults.title', { count: format.count(faults.length) })}>
        {t('faults.why')}
      </Notice>
      <Table
        label={t('faults.table')}
        rows={faults}
        rowKey={(fault) => `${fault.file} ${fault.line} ${faults.indexOf(fault)}`}
        columns={[
          { key: 'file', title: t('faults.file'), isWrapping: true, cell: ({ file }) => <code>{file}</code> },
          { key: 'line', title: t('faults.line'), isNumeric: true, cell: ({ line }) => line },
          { key: 'reason', title: t('faults.reason'), isWrapping: true, cell: ({ reason }) => reason },
        ]}
      />
    </div>
  )
}
