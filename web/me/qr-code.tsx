import { useMemo } from 'react'
import { encode } from 'uqr'

/** A text as a QR code. It is drawn here, so that a secret in it goes nowhere. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, dark } = useMemo(() => drawn(text), [text])
  return (
    <svg
      className="me-qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={dark} />
    </svg>
  )
}

/** One path with a square for each dark module. */
function drawn(text: string) {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, dark: squares.join('') }
}
