import fc from 'fast-check'
import { drawnSeed } from './trials.ts'

// Properties that name no seed of their own. fast-check prints the seed of one that fails.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: drawnSeed('properties') })
