# SPDX-License-Identifier: Apache-2.0
# Before the packages are put together: manual pages and changelogs as Debian wants them, compressed and without a time.
file(GLOB_RECURSE texts "${CPACK_TEMPORARY_DIRECTORY}/*/usr/share/man/man1/*.1"
     "${CPACK_TEMPORARY_DIRECTORY}/*/usr/share/doc/*/changelog*")
list(FILTER texts EXCLUDE REGEX "\\.gz$")
if(texts)
    execute_process(COMMAND gzip -9n ${texts} COMMAND_ERROR_IS_FATAL ANY)
endif()
