/** The files of one build of the app, which its service worker stores. */
export interface ShellFiles {
  /** The same build has the same version. */
  version: string;
  /** Paths and their digests, as in the attribute `integrity`. */
  files: [path: string, integrity: string][];
}
