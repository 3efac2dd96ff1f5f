import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import type { SessionRootState } from './sessionReducers.ts';

/** Typed by what the session owns: features read nothing else of the store but through the API's own hooks. */
export const useAppSelector = useSelector.withTypes<SessionRootState>();
export const useAppDispatch = useDispatch.withTypes<ThunkDispatch<SessionRootState, unknown, UnknownAction>>();
