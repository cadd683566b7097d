import type { SandboxMail } from '../../../sdk/src/types.gen.ts'
import { useAnswer } from '../../api/queries.ts'
import { Panel } from '../../ui/panel.tsx'
import { Await, Empty } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/tables/table.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'

const SHOWN = 50

/** What a production service would have mailed, newest first. */
export function MailsPanel() {
  const t = useText()
  const format = useFormat()
  const query = useAnswer('GET /sandbox/mails')
  const columns: readonly Column<SandboxMail>[] = [
    { key: 'at', title: t('mails.at'), cell: ({ at }) => format.instant(at) },
    { key: 'to', title: t('mails.to'), cell: ({ to }) => to, isWrapping: true },
    {
      key: 'subject',
      title: t('mails.subject'),
      isWrapping: true,
      cell: ({ subject, text, attachments }) => (
        <details>
          <summary>{subject}</summary>
          <p className="developers-mail">{text}</p>
          {attachments.map(({ documentId, fileName }) => (
            <p key={documentId} className="muted small">
              {t('mails.attachment', { name: fileName, id: documentId })}
            </p>
          ))}
        </details>
      ),
    },
  ]
  return (
    <Panel title={t('mails.panel')} id="mails" description={t('mails.why')} isFlush>
      <Await query={query} rows={3}>
        {(mails) =>
          mails.length === 0 ? (
            <Empty title={t('mails.empty')} why={t('mails.emptyWhy')} />
          ) : (
            <Table
              label={t('mails.panel')}
              columns={columns}
              rows={mails.slice(0, SHOWN)}
              rowKey={({ id }) => id}
              caption={
                mails.length > SHOWN
                  ? t('mails.first', { count: format.count(SHOWN), all: format.count(mails.length) })
                  : undefined
              }
            />
          )
        }
      </Await>
    </Panel>
  )
}
