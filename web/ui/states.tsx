import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Answer, ApiError, ConnectionError } from '../api/client.ts'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import { useKitText } from './words/kit-text.ts'

/** Grey lines in place of what is being read. They appear after 200 ms, so that a quick answer does not flash. */
export function Loading({ rows = 6 }: { readonly rows?: number }) {
  const t = useKitText()
  return (
    <div className="loading" role="status" aria-label={t('loading')}>
      <span className="visually-hidden">{t('loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike
        <span key={row} className="skeleton" style={{ inlineSize: `${[92, 76, 84, 60][row % 4]}%` }} />
      ))}
    </div>
  )
}

export interface EmptyProps {
  readonly title: ReactNode
  /** Why there is nothing. */
  readonly why?: ReactNode
  /** The next step, usually a button. */
  readonly action?: ReactNode
  readonly icon?: IconName
}

export function Empty({ title, why, action, icon = 'search' }: EmptyProps) {
  return (
    <div className="state" data-testid="empty">
      <Icon name={icon} size={32} />
      <p className="state-title">{title}</p>
      {why && <p>{why}</p>}
      {action && <div className="state-actions">{action}</div>}
    </div>
  )
}

/** What went wrong, why, and how to go on. */
export function ErrorPanel({
  error,
  onRetry,
}: {
  readonly error: unknown
  readonly onRetry?: (() => void) | undefined
}) {
  const t = useKitText()
  const { title, why, how, requestId } = useWords(error)
  return (
    <div className="state state-error" data-testid="error" role="alert">
      <Icon name="alert" size={32} />
      <p className="state-title">{title}</p>
      <p>{why}</p>
      <p>{how}</p>
      {requestId && (
        <p className="state-id">
          {t('error.requestId')}: <code>{requestId}</code>
        </p>
      )}
      {onRetry && (
        <div className="state-actions">
          <Button icon="reload" onClick={onRetry}>
            {t('retry')}
          </Button>
        </div>
      )}
    </div>
  )
}

interface ErrorWords {
  readonly title: string
  readonly why: string
  readonly how: string
  readonly requestId?: string | undefined
}

function useWords(error: unknown): ErrorWords {
  const t = useKitText()
  if (error instanceof ConnectionError)
    return { title: t('error.connection.title'), why: error.message, how: t('error.connection.how') }
  if (error instanceof ApiError) {
    const { status, requestId, message, problem, retryAfter } = error
    const how =
      status >= 500
        ? t('error.server.how')
        : status === 404
          ? t('error.notFound.how')
          : status === 429
            ? t('error.tooMany.how', { seconds: retryAfter ?? 60 })
            : t('error.refused.how')
    return { title: problem.title ?? t('error.title'), why: message, how, requestId }
  }
  if (error instanceof Error && error.name === 'NotInPractice')
    return { title: t('error.practice.title'), why: t('error.practice.how'), how: '' }
  const why = error instanceof Error && error.message ? error.message : t('error.unknown.why')
  return { title: t('error.title'), why, how: t('error.unknown.how') }
}

/** The caller may not see this; which permission it takes. */
export function Forbidden({ permission }: { readonly permission?: string | undefined }) {
  const t = useKitText()
  return (
    <div className="state" data-testid="forbidden">
      <Icon name="lock" size={32} />
      <p className="state-title">{t('forbidden.title')}</p>
      <p>{permission ? t('forbidden.why', { permission }) : t('forbidden.whyUnknown')}</p>
      <p>{t('forbidden.how')}</p>
    </div>
  )
}

/** Somebody else changed what is shown. */
export function Stale({ onReload }: { readonly onReload: () => void }) {
  const t = useKitText()
  return (
    <div className="notice" data-tone="wait" role="alert" data-testid="stale">
      <Icon name="alert" size={20} />
      <div className="notice-words">
        <strong>{t('stale.title')}</strong>
        <p>{t('stale.why')}</p>
      </div>
      <Button icon="reload" onClick={onReload}>
        {t('stale.reload')}
      </Button>
    </div>
  )
}

export interface NoticeProps {
  readonly tone?: 'info' | 'good' | 'wait' | 'bad'
  readonly title?: ReactNode
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

/** A strip that says something about the page below it. */
export function Notice({ tone = 'info', title, actions, children }: NoticeProps) {
  return (
    <div className="notice" data-tone={tone}>
      <Icon name={tone === 'good' ? 'check' : tone === 'info' ? 'info' : 'alert'} size={20} />
      <div className="notice-words">
        {title && <strong>{title}</strong>}
        {children && <div>{children}</div>}
      </div>
      {actions && <div className="notice-actions">{actions}</div>}
    </div>
  )
}

export interface AwaitProps<Data> {
  readonly query: UseQueryResult<Answer<Data>>
  /** How many grey lines stand for it, so that the page does not jump. */
  readonly rows?: number
  readonly children: (data: Data, answer: Answer<Data>) => ReactNode
}

/** Shows what was read; until then, or if it cannot be read, the state that says so. */
export function Await<Data>({ query, rows, children }: AwaitProps<Data>) {
  const t = useKitText()
  const { data: answer, error, isPending } = query
  const retry = () => void query.refetch()
  if (answer)
    return (
      <>
        {error && (
          <Notice tone="wait" actions={<Button onClick={retry}>{t('retry')}</Button>}>
            {t('error.old')}
          </Notice>
        )}
        {children(answer.data, answer)}
      </>
    )
  if (isPending) return <Loading {...(rows === undefined ? {} : { rows })} />
  if (isForbidden(error)) return <Forbidden permission={permissionOf(error)} />
  return <ErrorPanel error={error} onRetry={retry} />
}

const isForbidden = (error: unknown) => error instanceof ApiError && error.status === 403

/** The permission that the service names in its refusal. */
function permissionOf(error: unknown): string | undefined {
  const named = error instanceof ApiError ? error.problem.permission : undefined
  return typeof named === 'string' ? named : undefined
}
