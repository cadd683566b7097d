import { useState } from 'react'
import type { ContractComponent } from '../../../sdk/src/types.gen.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextAreaField, TextField } from '../../ui/fields/field.tsx'
import { useText } from '../text.ts'
import type { Complaints } from './complaints.ts'
import type { DetailDraft } from './draft.ts'

interface DetailFieldsProps {
  readonly detail: DetailDraft
  readonly complaints: Complaints
  /** Empty: the caller may not read the contract, and names components by their codes. */
  readonly components: readonly ContractComponent[]
  readonly onChange: (detail: DetailDraft) => void
  readonly pointer?: string | undefined
}

/** Complaint, cause and correction, each offering only what goes with the one before, and the components that failed. */
export function DetailFields({ detail, complaints, components, onChange, pointer = '' }: DetailFieldsProps) {
  const t = useText()
  const set = (changes: Partial<DetailDraft>) => onChange({ ...detail, ...changes })
  const choices = complaints.choices(detail)
  return (
    <div className="stack">
      <div className="form-grid">
        <SelectField
          label={t('detail.complaint')}
          name={`${pointer}/complaintCode`}
          value={detail.complaintCode}
          options={choices.complaints}
          onChange={(complaintCode) => set({ complaintCode, causeCode: '', correctionCode: '' })}
        />
        <SelectField
          label={t('detail.cause')}
          name={`${pointer}/causeCode`}
          value={detail.causeCode}
          options={choices.causes}
          onChange={(causeCode) => set({ causeCode, correctionCode: '' })}
        />
        <SelectField
          label={t('detail.correction')}
          name={`${pointer}/correctionCode`}
          value={detail.correctionCode}
          options={choices.corrections}
          onChange={(correctionCode) => set({ correctionCode })}
        />
      </div>
      <TextAreaField
        label={t('detail.words')}
        name={`${pointer}/complaintText`}
        rows={2}
        maxLength={2000}
        value={detail.complaintText}
        onChange={(complaintText) => set({ complaintText })}
      />
      <ComponentsField {...{ detail, components, pointer }} onChange={set} />
    </div>
  )
}

interface ComponentsFieldProps extends Pick<DetailFieldsProps, 'detail' | 'components'> {
  readonly pointer: string
  readonly onChange: (changes: Partial<DetailDraft>) => void
}

/** What failed. The first one is the primary failure until another one is marked. */
function ComponentsField({ detail, components, pointer, onChange }: ComponentsFieldProps) {
  const t = useText()
  // The field begins anew after each choice, and keeps the focus.
  const [added, setAdded] = useState(0)
  const chosen = detail.components
  const nameOf = (code: string) => components.find((one) => one.code === code)?.name ?? code
  const add = (code: string) => {
    const wanted = code.trim()
    if (wanted === '' || chosen.some((one) => one.code === wanted)) return
    onChange({ components: [...chosen, { code: wanted, isPrimaryFailure: chosen.length === 0 }] })
    setAdded(added + 1)
  }
  const remove = (code: string) => {
    const left = chosen.filter((one) => one.code !== code)
    const hasPrimary = left.some(({ isPrimaryFailure }) => isPrimaryFailure)
    onChange({
      components: left.map((one, at) => (hasPrimary || at > 0 ? one : { ...one, isPrimaryFailure: true })),
      lines: detail.lines.map((line) =>
        line.componentCode === code ? { ...line, componentCode: '' } : line,
      ),
    })
  }
  return (
    <fieldset className="fieldset">
      <legend>{t('component.title')}</legend>
      {components.length > 0 ? (
        <SelectField
          key={added}
          autoFocus={added > 0}
          label={t('component.add')}
          name={`${pointer}/components`}
          value=""
          emptyTitle={t('component.choose')}
          options={components
            .filter(({ code }) => !chosen.some((one) => one.code === code))
            .map(({ code, name, isCovered, groupCode }) => ({
              value: code,
              title: t(isCovered ? 'component.coveredName' : 'component.notCoveredName', { name }),
              subtitle: groupCode,
            }))}
          onChange={add}
        />
      ) : (
        <TextField
          label={t('component.code')}
          hint={t('component.codeHint')}
          name={`${pointer}/components/0/code`}
          maxLength={40}
          value={chosen[0]?.code ?? ''}
          onChange={(code) =>
            onChange({
              components: code.trim() === '' ? [] : [{ code: code.trim(), isPrimaryFailure: true }],
            })
          }
        />
      )}
      {components.length > 0 && chosen.length > 0 && (
        <ul className="claims-components">
          {chosen.map(({ code, isPrimaryFailure }) => {
            const isCovered = components.find((one) => one.code === code)?.isCovered
            return (
              <li key={code}>
                <b>{nameOf(code)}</b>
                {isCovered !== undefined && (
                  <span className={isCovered ? 'claims-covered' : 'claims-not-covered'}>
                    {t(isCovered ? 'component.covered' : 'component.notCovered')}
                  </span>
                )}
                {isPrimaryFailure ? (
                  <small>{t('component.primary')}</small>
                ) : (
                  <Button
                    size="small"
                    kind="quiet"
                    onClick={() =>
                      onChange({
                        components: chosen.map((one) => ({ ...one, isPrimaryFailure: one.code === code })),
                      })
                    }
                  >
                    {t('component.makePrimary')}
                    <span className="visually-hidden"> {nameOf(code)}</span>
                  </Button>
                )}
                <Button
                  size="small"
                  kind="quiet"
                  icon="close"
                  aria-label={t('component.remove', { name: nameOf(code) })}
                  onClick={() => remove(code)}
                />
              </li>
            )
          })}
        </ul>
      )}
    </fieldset>
  )
}
