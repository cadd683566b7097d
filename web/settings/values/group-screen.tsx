import { useAnswer } from '../../api/queries.ts'
import { useIsPartner } from '../../api/session.ts'
import { Await, Empty, Forbidden } from '../../ui/states.tsx'
import { useText } from '../text.ts'
import { SettingPart } from './setting-part.tsx'

/** The settings of a group: what each does, what it is, and what it would be if nobody had set it. */
export function GroupScreen({ params }: { readonly params: Record<string, string> }) {
  const isPartner = useIsPartner()
  const query = useAnswer('GET /generalsettings/settinggroups')
  if (isPartner) return <Forbidden permission="settings:read" />
  return (
    <div className="page">
      <Await query={query}>
        {(groups) => {
          const group = groups.find(({ code }) => code.toLowerCase() === params.group?.toLowerCase())
          return group ? <Group key={group.id} {...group} /> : <Unknown />
        }}
      </Await>
    </div>
  )
}

function Unknown() {
  const t = useText()
  return <Empty title={t('group.unknown')} why={t('group.unknownWhy')} />
}

function Group({ id, name }: { readonly id: number; readonly name: string }) {
  const t = useText()
  const query = useAnswer('GET /generalsettings', {
    query: { groupId: id, sortBy: 'id', pageNumber: 1, pageSize: 200 },
  })
  return (
    <>
      <h1>{t('group.title', { group: name })}</h1>
      <p className="muted">{t('group.why')}</p>
      <Await query={query} rows={8}>
        {(settings) =>
          settings.length === 0 ? (
            <Empty title={t('group.empty')} why={t('group.emptyWhy')} />
          ) : (
            <div className="stack">
              {settings.map((setting) => (
                <SettingPart key={setting.id} id={setting.id} />
              ))}
            </div>
          )
        }
      </Await>
    </>
  )
}
