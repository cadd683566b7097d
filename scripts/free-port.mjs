import { createServer } from 'node:net'

/** A port of the loopback that nobody uses at this moment. */
export const freePort = () =>
  new Promise((resolve, reject) => {
    const listener = createServer()
    listener.once('error', reject).listen(0, '127.0.0.1', () => {
      const { port } = listener.address()
      listener.close(() => resolve(port))
    })
  })
