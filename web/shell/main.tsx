import '../ui/styles/ui.css'
import './shell.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient, readAhead } from '../api/queries.ts'
import { loadDialogsInPause } from '../ui/dialogs/dialog.tsx'
import { Toasts } from '../ui/toast.tsx'
import { Door } from './door.tsx'
import { makeRouter, readScreenAhead } from './routes.tsx'
import { Settings } from './settings.tsx'

const place = document.getElementById('portal')
if (!place) throw new Error('The page has no place for the portal.')
const root = createRoot(place)
const router = makeRouter()
loadDialogsInPause()

/**
 * How long the page may wait for its first answers. After that it shows that it is loading. A slow processor needs a third of it
 * to read the code of the room, before it can ask for what is shown.
 */
const WAIT_MILLISECONDS = 600

if ('visitor' in document.documentElement.dataset) draw()
else {
  // The door and the screens ask again if this fails, and tell why.
  const session = readAhead('GET /session')
  const own = session.then(() => readAhead('GET /me/preferences'))
  const screen = Promise.all([session, router.load()]).then(([{ data }]) => readScreenAhead(router, data))
  // A screen that is drawn once, with its frame and as its user has set it, is there sooner than one that is drawn in
  // steps.
  const all = Promise.allSettled([own, screen])
  void Promise.race([all, new Promise((resolve) => setTimeout(resolve, WAIT_MILLISECONDS))]).then(draw)
}

function draw(): void {
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Door>
          <Settings />
          <RouterProvider router={router} />
        </Door>
        <Toasts />
      </QueryClientProvider>
    </StrictMode>,
  )
}
