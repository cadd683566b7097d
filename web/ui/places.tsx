import { useLocation } from '@tanstack/react-router'
import { Link } from './link.tsx'

/** A screen of a room. */
export interface Place {
  readonly to: string
  readonly title: string
}

interface Props {
  /** What the room is called. */
  readonly label: string
  readonly places: readonly Place[]
}

/** The screens of a room, as links above each of them. */
export function Places({ label, places }: Props) {
  const path = useLocation({ select: ({ pathname }) => pathname })
  if (places.length < 2) return null
  return (
    <nav className="places no-print" aria-label={label}>
      {places.map(({ to, title }) => (
        <Link key={to} to={to} aria-current={isWithin(path, to) ? 'page' : undefined}>
          {title}
        </Link>
      ))}
    </nav>
  )
}

const isWithin = (path: string, place: string) => path === place || path.startsWith(`${place}/`)
