/** SHA-256 also where pages have no `crypto.subtle`: on plain http in a home network. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";

export { sha256 };

export const bytesOf = hexToBytes;

export const sha256Hex = (bytes: Uint8Array): string => bytesToHex(sha256(bytes));
