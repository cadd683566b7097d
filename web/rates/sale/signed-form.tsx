import { type DragEvent, useId, useState } from 'react'
import { useExecute } from '../../actions/execute.ts'
import { base64OfFile } from '../../api/base64.ts'
import { useAnswer } from '../../api/queries.ts'
import { FaultSummary } from '../../ui/fields/faults.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Notice } from '../../ui/states.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'

const TYPES = 'application/pdf,image/jpeg,image/png,image/tiff'
const MOST_BYTES = 25 * 1024 * 1024

/** Takes the signed form: dropped, chosen as a file, or photographed. */
export function SignedForm({ contractId }: { readonly contractId: number }) {
  const t = useText()
  const execution = useExecute('POST /contracts/{contractId}/documents')
  const [problem, setProblem] = useState<string>()
  const send = async (file: File | undefined) => {
    if (!file) return
    const isWrongType = !TYPES.split(',').includes(file.type)
    setProblem(isWrongType ? t('signed.type') : file.size > MOST_BYTES ? t('signed.size') : undefined)
    if (isWrongType || file.size > MOST_BYTES) return
    const documentData = await base64OfFile(file)
    const signed = { documentTypeCode: 'SIGNED', isSigned: true, contentType: file.type, fileName: file.name }
    const answer = await execution.run({ path: { contractId }, body: { ...signed, documentData } })
    if (answer) toast(t('signed.done'))
  }
  return (
    <Panel title={t('signed.title')} description={t('signed.why')}>
      <FaultSummary error={execution.error} />
      {problem && <Notice tone="bad">{problem}</Notice>}
      <DropZone isBusy={execution.isRunning} onFile={(file) => void send(file)} />
      <Received contractId={contractId} />
    </Panel>
  )
}

interface DropZoneProps {
  readonly isBusy: boolean
  readonly onFile: (file: File | undefined) => void
}

function DropZone({ isBusy, onFile }: DropZoneProps) {
  const t = useText()
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const dropped = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFile(event.dataTransfer.files[0])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the inputs inside are for everybody
    <div
      className="rates-drop"
      data-over={isOver || undefined}
      aria-busy={isBusy}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={dropped}
    >
      <Icon name="upload" size={24} />
      <p>{t(isBusy ? 'signed.sending' : 'signed.drop')}</p>
      <div className="rates-actions">
        <FileInput label={t('signed.file')} accept={TYPES} onFile={onFile} isBusy={isBusy} />
        <span className="rates-camera">
          <FileInput
            label={t('signed.camera')}
            accept="image/jpeg,image/png"
            isCamera
            onFile={onFile}
            isBusy={isBusy}
          />
        </span>
      </div>
    </div>
  )
}

interface FileInputProps extends DropZoneProps {
  readonly label: string
  readonly accept: string
  readonly isCamera?: boolean
}

function FileInput({ label, accept, isCamera, isBusy, onFile }: FileInputProps) {
  const id = useId()
  return (
    <span className="rates-file">
      <input
        id={id}
        type="file"
        className="visually-hidden"
        accept={accept}
        capture={isCamera ? 'environment' : undefined}
        disabled={isBusy}
        onChange={({ target }) => {
          onFile(target.files?.[0])
          // The same file again is a new choice.
          target.value = ''
        }}
      />
      <label htmlFor={id} className="button button-plain">
        {label}
      </label>
    </span>
  )
}

/** The signed forms that the service has. */
function Received({ contractId }: { readonly contractId: number }) {
  const t = useText()
  const format = useFormat()
  const documents = useAnswer('GET /contracts/{contractId}/documents', { path: { contractId } })
  const signed = documents.data?.data.filter(({ isSigned }) => isSigned) ?? []
  return (
    <div role="status">
      {signed.map(({ id, fileName, createdAt }) => (
        <Notice key={id} tone="good">
          {t('signed.received', { file: fileName, when: format.instant(createdAt) })}
        </Notice>
      ))}
    </div>
  )
}
