import { readPackFile } from './packFolder.ts';
import { type CheckedPicture, checkPicture } from './pictureFile.ts';

/** The new content of files of a pack, by name. */
export type ChangedFiles = ReadonlyMap<string, Uint8Array>;

/** Where the parts of a pack are: in the files of a folder, or in the database. Each has the name of its file. */
export interface PackParts {
  /** Undefined if the file is missing. */
  text(file: string): Promise<Uint8Array | undefined>;
  /** What a YAML file would hold, where there are no files. */
  data?(file: string): unknown;
  /** Undefined if it is missing. */
  picture(file: string): Promise<CheckedPicture | undefined>;
}

/** The files of a folder. @param changes are read in place of its files, which may be missing then */
export function folderParts(folder: string, changes: ChangedFiles): PackParts {
  const bytesOf = async (file: string) => changes.get(file) ?? readPackFile(folder, file);
  return {
    text: bytesOf,
    picture: async (file) => {
      const bytes = await bytesOf(file);
      return bytes && checkPicture(file, bytes);
    },
  };
}
