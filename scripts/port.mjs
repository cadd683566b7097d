// Before anything is installed, built or seeded: whether the port is free and, if not, who has it.
// Plain JavaScript on Node alone, because it runs before anything is installed.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { createServer } from 'node:net'

/** Why the service could not listen; nothing if it can. Settings that are not valid are refused later, by the service. */
export async function portRefusal({ HOST, PORT }) {
  const [host, port] = [HOST || '127.0.0.1', Number(PORT || 8080)]
  if (!(Number.isInteger(port) && port > 0 && port <= 65_535)) return undefined
  const code = await listenFault(host, port)
  if (code === 'EACCES') return `This user may not open port ${port}. Set PORT to another port.`
  if (code !== 'EADDRINUSE') return undefined
  const holder = findHolder(port)
  const by = holder ? ` by process ${holder.pid} (${holder.command})` : ''
  const stop = holder ? `Stop that process with "kill ${holder.pid}"` : 'Stop the program that uses it'
  return `Port ${port} on ${host} is already in use${by}. ${stop}, or start on another port: PORT=${await freePort(host, port + 1)} npm start`
}

/** The code of the error of listening there for a moment. */
const listenFault = (host, port) =>
  new Promise((resolve) => {
    const listener = createServer()
    listener.once('error', ({ code }) => resolve(code))
    listener.listen({ host, port, exclusive: true }, () => listener.close(() => resolve(undefined)))
  })

async function freePort(host, from) {
  for (let port = from; port < from + 20 && port <= 65_535; port += 1)
    if ((await listenFault(host, port)) === undefined) return port
  return 0
}

/** The process that listens on a port, if this user may see it. */
function findHolder(port) {
  try {
    return process.platform === 'linux' ? holderByProc(port) : holderByLsof(port)
  } catch {
    return undefined
  }
}

const LISTENING = '0A'

/** The kernel lists sockets with their inodes, and every process lists its open files. */
function holderByProc(port) {
  const inodes = new Set()
  for (const file of ['/proc/net/tcp', '/proc/net/tcp6'])
    for (const line of textOf(file).split('\n').slice(1)) {
      const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/)
      if (state === LISTENING && Number.parseInt(local.split(':')[1], 16) === port)
        inodes.add(`socket:[${inode}]`)
    }
  const pid = readdirSync('/proc').find((name) => /^\d+$/.test(name) && holds(name, inodes))
  return pid && { pid: Number(pid), command: shortened(textOf(`/proc/${pid}/cmdline`).split('\0').join(' ')) }
}

function holds(pid, inodes) {
  try {
    const files = `/proc/${pid}/fd`
    return readdirSync(files).some((name) => inodes.has(linkOf(`${files}/${name}`)))
  } catch {
    // It has ended, or belongs to another user.
    return false
  }
}

function holderByLsof(port) {
  const options = ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-t']
  const ask = (command, args) =>
    execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const pid = Number(ask('lsof', options).split('\n')[0])
  return { pid, command: shortened(ask('ps', ['-o', 'command=', '-p', String(pid)])) }
}

const shortened = (command) => {
  const text = command.trim()
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

const orNothing = (read) => (path) => {
  try {
    return read(path)
  } catch {
    return ''
  }
}
const textOf = orNothing((path) => readFileSync(path, 'utf8'))
const linkOf = orNothing((path) => readlinkSync(path))
