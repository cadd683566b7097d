import { useState } from 'react'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { useGo } from '../../api/address.ts'
import { Facts } from '../../ui/facts.tsx'
import { MoneyField, SelectField } from '../../ui/fields/field.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { type ChosenFile, FileInput } from '../file-input.tsx'
import { useText } from '../text.ts'
import { LinesTable } from './lines-table.tsx'

const formats = ['BAI2', 'CSV'] as const
type Format = (typeof formats)[number]

/** Reads a bank file in. What would match is shown before. CSV has no balances, so they are typed. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const format = useFormat()
  const go = useGo()
  const [chosen, setChosen] = useState<Format>('BAI2')
  const [file, setFile] = useState<ChosenFile>()
  const [openingBalance, setOpening] = useState<number | undefined>(undefined)
  const [closingBalance, setClosing] = useState<number | undefined>(undefined)
  const isCsv = chosen === 'CSV'
  const isReady =
    file !== undefined && (!isCsv || (openingBalance !== undefined && closingBalance !== undefined))
  return (
    <ActionDialog
      open
      onClose={onClose}
      size="large"
      title={t('bank.read')}
      description={t('bank.readWhy')}
      operation="POST /bankfiles"
      options={
        isReady
          ? { body: { ...file, format: chosen, ...(isCsv ? { openingBalance, closingBalance } : {}) } }
          : undefined
      }
      fields={
        <div className="form-grid">
          <SelectField
            label={t('bank.format')}
            name="/format"
            isRequired
            value={chosen}
            options={formats.map((value) => ({ value, title: t(`bank.format.${value}`) }))}
            onChange={(value) => setChosen(value as Format)}
          />
          <FileInput label={t('bank.file')} hint={t(`bank.hint.${chosen}`)} onChoose={setFile} />
          {isCsv && (
            <>
              <MoneyField
                label={t('bank.opening')}
                name="/openingBalance"
                isRequired
                value={openingBalance}
                onChange={setOpening}
              />
              <MoneyField
                label={t('bank.closing')}
                name="/closingBalance"
                isRequired
                value={closingBalance}
                onChange={setClosing}
              />
            </>
          )}
        </div>
      }
      summary={(read) => (
        <>
          <Facts
            items={[
              { label: t('bank.date'), value: format.date(read.statementDate) },
              { label: t('bank.opening'), value: format.money(read.openingBalance) },
              { label: t('bank.closing'), value: format.money(read.closingBalance) },
              { label: t('bank.matched'), value: format.count(read.matched) },
              { label: t('bank.unmatched'), value: format.count(read.unmatched) },
            ]}
          />
          <LinesTable lines={read.lines} />
        </>
      )}
      mainTitle={(read) =>
        read ? t('bank.main', { matched: read.matched, unmatched: read.unmatched }) : t('bank.read')
      }
      doneText={t('bank.done')}
      onDone={({ data }) => go(`/money/bank/${data.id}`)}
      hidesEffects
    />
  )
}
