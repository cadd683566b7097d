/** The few pictures of the portal, as strokes in a field of 24 by 24. */
const paths = {
  exit: 'M14 4h5v16h-5M4 12h11M11 8l4 4-4 4',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5a7.5 7.5 0 0 1 15 0',
  add: 'M12 5v14M5 12h14',
  alert: 'M12 8v5M12 16.5v.5M12 3 2.5 20h19z',
  back: 'M15 5l-7 7 7 7',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  cancel: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM6 6l12 12',
  chart: 'M4 20h16M7 17v-5M12 17V7M17 17v-8',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  close: 'M6 6l12 12M18 6L6 18',
  columns: 'M4 5h16v14H4zM10 5v14M15 5v14',
  contract: 'M6 3h9l4 4v14H6zM14 3v5h5M9 12h7M9 16h7',
  copy: 'M8 8h11v12H8zM8 16H5V4h11v4',
  down: 'M6 9l6 6 6-6',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  edit: 'M5 19l1-4L16 5l3 3L9 18z',
  filter: 'M4 5h16l-6 8v6l-4-2v-4z',
  forward: 'M9 5l7 7-7 7',
  help: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.4-1 .8-1 1.7M12 16.5v.5',
  history: 'M4 12a8 8 0 1 0 3-6.2M4 4v4h4M12 8v4.5l3 2',
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5.5M12 7.5V8',
  lock: 'M6 11h12v9H6zM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11',
  menu: 'M4 7h16M4 12h16M4 17h16',
  money: 'M3 6h18v12H3zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM6.5 12h.5M17 12h.5',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  open: 'M10 5H5v14h14v-5M14 4h6v6M20 4l-9 9',
  partners:
    'M9 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2.5 20a6.5 6.5 0 0 1 13 0M16 5a3 3 0 0 1 0 6M18 14.5a6 6 0 0 1 3.5 5.5',
  pin: 'M9 4h6l-1 6 3 3H7l3-3zM12 13v7',
  print: 'M7 8V4h10v4M7 17H4V8h16v9h-3M7 14h10v6H7z',
  quote:
    'M4 15v-3l2-5h9l3 5h3v4h-2M8 17h7M7 15a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM17 15a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  rates: 'M4 12V4h8l8 8-8 8zM8 8h.01',
  reload: 'M20 12a8 8 0 1 1-2.5-5.8M20 3v5h-5',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L20 20',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4',
  share: 'M12 15V4M8 7l4-4 4 4M6 11H5v9h14v-9h-1',
  terminal: 'M3 5h18v14H3zM7 9l3 3-3 3M12 15h5',
  trash: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13M10 11v5M14 11v5',
  undo: 'M8 6L4 10l4 4M4 10h10a5 5 0 0 1 0 10h-3',
  up: 'M6 15l6-6 6 6',
  upload: 'M12 20V9M7 12l5-5 5 5M5 4h14',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5a7.5 7.5 0 0 1 15 0',
} as const

export type IconName = keyof typeof paths

/** A picture beside a word. It says nothing that the word does not say, so screen readers skip it. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  )
}
