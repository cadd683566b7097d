import { useIsPartner } from '../api/session.ts'
import { roomText } from '../ui/words/text.ts'
import { en, enOfPartners } from './en.ts'
import { es, esOfPartners } from './es.ts'

const useTextOfOffice = roomText({ en, es })
const useTextOfPartners = roomText({ en: { ...en, ...enOfPartners }, es: { ...es, ...esOfPartners } })

/** The texts of this room. Who owes and who pays is said from the side of whoever reads it. */
export function useText(): ReturnType<typeof useTextOfOffice> {
  const office = useTextOfOffice()
  const partner = useTextOfPartners()
  return useIsPartner() ? partner : office
}
