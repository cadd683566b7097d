import { useState } from 'react'
import type { Contract } from '../../../sdk/src/types.gen.ts'
import { useExecute } from '../../actions/execute.ts'
import { base64OfFile } from '../../api/base64.ts'
import { useAnswer } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { FaultSummary } from '../../ui/fields/faults.tsx'
import { CheckField, Field, SelectField } from '../../ui/fields/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useText, wordOf } from '../text.ts'

const SIGNED = 'SIGNED'

interface UploadFormProps {
  readonly contract: Contract
  readonly onDone: () => void
}

/** Adds a paper to the contract, such as the signed form. On a phone the camera is offered. */
export function UploadForm({ contract, onDone }: UploadFormProps) {
  const t = useText()
  const types = (useAnswer('GET /documenttypes').data?.data ?? []).filter(({ acceptedOn }) =>
    acceptedOn.includes('Contract'),
  )
  const [code, setCode] = useState(SIGNED)
  const [isSigned, setSigned] = useState(true)
  const [file, setFile] = useState<File>()
  const { run, isRunning, error } = useExecute('POST /contracts/{contractId}/documents')
  const upload = async () => {
    if (!file) return
    const documentData = await base64OfFile(file)
    const answer = await run({
      path: { contractId: contract.id },
      body: {
        ...{ documentTypeCode: code, fileName: file.name, documentData, isSigned },
        ...(file.type === '' ? {} : { contentType: file.type }),
      },
    })
    if (!answer) return
    toast(t('documents.added', { name: file.name }))
    onDone()
  }
  return (
    <form
      className="contracts-form"
      aria-label={t('documents.add')}
      onSubmit={(event) => {
        event.preventDefault()
        void upload()
      }}
    >
      {error ? <FaultSummary error={error} /> : null}
      <div className="contracts-fields">
        <SelectField
          {...{ label: t('documents.type'), name: '/documentTypeCode', value: code, isRequired: true }}
          onChange={(chosen) => {
            setCode(chosen)
            setSigned(chosen === SIGNED)
          }}
          options={types.map((type) => {
            const word = wordOf(t, 'documentType', type.code)
            return { value: type.code, title: word === type.code ? type.name : word }
          })}
        />
        <Field label={t('documents.file')} name="/documentData" hint={t('documents.hint')} isRequired>
          {(ids) => (
            <input
              {...ids}
              className="input"
              type="file"
              accept="application/pdf,image/*"
              onChange={({ target }) => setFile(target.files?.[0])}
            />
          )}
        </Field>
        <CheckField
          {...{ label: t('documents.isSignedLong'), name: '/isSigned', value: isSigned, onChange: setSigned }}
        />
      </div>
      <div className="contracts-row">
        <Button
          type="submit"
          kind="main"
          isBusy={isRunning}
          disabledReason={file ? undefined : t('documents.noFile')}
        >
          {t('documents.upload')}
        </Button>
        <Button onClick={onDone}>{t('do.cancel')}</Button>
      </div>
    </form>
  )
}
